import { startCopying } from './copy.ts';
import { startFilter } from './filter.ts';
import { startSamples } from './samples.ts';
import { startSearch } from './search.ts';
import { startTrying } from './try-it.ts';

// The pages are whole without this; it adds what only a script can.
startSearch();
startFilter();
startTrying();
// What is copied is framed first; the frames are what the tabs show and hide.
startCopying();
startSamples();

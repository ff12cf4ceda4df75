import { startCopying } from './copy.ts';
import { startFilter } from './filter.ts';
import { startSamples } from './samples.ts';
import { startSearch } from './search.ts';
import { startTrying } from './try-it.ts';

// The pages work without this script, which adds search, filter, try-out, copy buttons and tabs.
startSearch();
startFilter();
startTrying();
// Copying first puts each code block into a frame; the tabs then show and hide the frames.
startCopying();
startSamples();

import { handleCallback } from '@pid/sdk';

void handleCallback();

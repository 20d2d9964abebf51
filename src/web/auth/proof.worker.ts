import { solve } from './solve.ts';

// Beside the page, which stays quick meanwhile.
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(solve(data)));

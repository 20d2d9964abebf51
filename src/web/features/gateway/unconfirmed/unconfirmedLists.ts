/** Both lists in one script: who opens one often opens the other. */
export { Unconfirmed } from './Unconfirmed.tsx';
export { UnmatchedReceipts } from './UnmatchedReceipts.tsx';

import type { Words } from './en.ts';
import type { Partially } from './translation.ts';

/** Swahili, mostly empty; English fills the gaps, and the language is not offered until it is complete. */
export const sw: Partially<Words> = {
  language: { choose: 'Lugha' },
  common: {
    cancel: 'Ghairi',
    back: 'Rudi',
    next: 'Endelea',
    copy: 'Nakili',
    tryAgain: 'Jaribu tena',
  },
  signIn: {
    title: 'Ingia',
    username: 'Barua pepe au namba ya simu',
    password: 'Nywila',
    submit: 'Ingia',
  },
  shell: { balance: 'Salio', logout: 'Toka' },
  status: { DELIVERED: 'Imefika', FAILED: 'Imeshindwa', SCHEDULED: 'Imepangwa' },
};

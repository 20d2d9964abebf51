// Sends one message.   node send-one.mjs +254712345678 'Your code is 4821.'
import { argv, env } from 'node:process';
import { call } from './api.mjs';

const [, , to, text] = argv;
const message = await call('POST', '/v1/messages', { from: env.SENDER ?? 'TUMA', to, text });
console.log(message.messageId, message.segments, message.units);

// Reads the status of a message.   node status.mjs MESSAGE_ID
import { argv } from 'node:process';
import { call } from './api.mjs';

const message = await call('GET', `/v1/messages/${argv[2]}`);
console.log(message.status, message.carrierStatus ?? '');

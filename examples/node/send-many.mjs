// Sends up to 1,000 messages in one call, and tells what was refused.   node send-many.mjs +254712345678 +254722345692
import { argv, env } from 'node:process';
import { call } from './api.mjs';

const messages = argv.slice(2).map((to, at) => ({ from: env.SENDER ?? 'TUMA', to, text: 'Your parcel is here.', clientReference: `parcel-${at + 1}` }));
const answer = await call('POST', '/v1/messages', { messages });
for (const each of answer.messages) console.log(each.to, each.messageId ?? `${each.error}: ${each.message}`);
console.log(`${answer.acceptedCount} accepted, ${answer.refusedCount} refused, ${answer.units} units`);

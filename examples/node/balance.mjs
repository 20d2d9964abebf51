// What is left to send with.   node balance.mjs
import { call } from './api.mjs';

const { units, heldUnits } = await call('GET', '/v1/balance');
console.log(`${units} units, and ${heldUnits} set aside`);

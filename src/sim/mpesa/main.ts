/**
 * Simulated M-Pesa as a process: `node src/sim/mpesa/main.ts --port 0`. Its first line of output is
 * `{"ready":true,"port":N,"controlPort":N}`: Daraja's calls, and `GET /payments` with what was asked for and paid.
 */
import { parseArgs } from 'node:util';
import { startDaraja } from './daraja.ts';

const { values } = parseArgs({ options: { 'port': { type: 'string', default: '0' }, 'control-port': { type: 'string' }, 'answer-after': { type: 'string', default: '2000' }, 'late-after': { type: 'string', default: '20000' } } });
const daraja = await startDaraja({ port: Number(values.port), answerAfter: Number(values['answer-after']), lateAfter: Number(values['late-after']) });
console.log(JSON.stringify({ ready: true, port: daraja.port, controlPort: daraja.port }));

const stop = async () => {
  await daraja.stop();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

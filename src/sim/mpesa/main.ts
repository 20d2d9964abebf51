/**
 * Simulated M-Pesa as a process: `node src/sim/mpesa/main.ts --port 0 --control-port 0`. Its first line of output is
 * `{"ready":true,"port":N,"controlPort":M}`: Daraja's calls (Kenya) at the one, the OpenAPI's (Tanzania, Mozambique) at the other,
 * and at both `GET /payments` with what was asked for and paid.
 */
import { parseArgs } from 'node:util';
import { startDaraja } from './daraja.ts';
import { startOpenApi } from './openapi.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    'answer-after': { type: 'string', default: '2000' },
    'late-after': { type: 'string', default: '20000' },
  },
});
const answerAfter = Number(values['answer-after']);
const daraja = await startDaraja({
  port: Number(values.port),
  answerAfter,
  lateAfter: Number(values['late-after']),
});
const openApi = await startOpenApi({
  port: Number(values['control-port']),
  answerAfter,
  lateAfter: Number(values['late-after']),
});
console.log(JSON.stringify({ ready: true, port: daraja.port, controlPort: openApi.port }));

const stop = async () => {
  await Promise.all([daraja.stop(), openApi.stop()]);
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

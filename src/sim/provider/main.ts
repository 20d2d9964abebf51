/** The simulated provider as a process: `node src/sim/provider/main.ts --port 0 --control-port 0`. See src/sim/README.md. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startProvider } from './provider.ts';
import { DEFAULT_PROVIDER } from './behaviour.ts';
import type { ProviderBehaviour } from './behaviour.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    'callback-url': { type: 'string' },
    secret: { type: 'string' },
  },
});

const provider = await startProvider({
  port: Number(values.port),
  ...(values['callback-url'] !== undefined && { callbackUrl: values['callback-url'] }),
  ...(values.secret !== undefined && { secret: values.secret }),
});
const control = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    switch (`${request.method} ${request.url}`) {
      case 'GET /stats':
        return provider.stats();
      case 'GET /received':
        return provider.received();
      case 'POST /rules': {
        const given = JSON.parse(body) as Partial<ProviderBehaviour> & { callbackUrl?: string };
        const unknown = Object.keys(given).filter(
          (name) => name !== 'callbackUrl' && !Object.hasOwn(DEFAULT_PROVIDER, name),
        );
        if (unknown.length > 0) return { error: `there is no ${unknown.join(', ')}` };
        const { callbackUrl, ...behaviour } = given;
        if (callbackUrl !== undefined) provider.callTo(callbackUrl);
        provider.behave(behaviour);
        return { changed: Object.keys(given) };
      }
      default:
        return { error: 'There are GET /stats, GET /received, POST /rules' };
    }
  })().then(
    (answer) =>
      response.setHeader('content-type', 'application/json').end(`${JSON.stringify(answer)}\n`),
    (error: unknown) => {
      response.statusCode = 400;
      response.end(`${JSON.stringify({ error: String(error) })}\n`);
    },
  );
});
control.listen(Number(values['control-port']), '127.0.0.1', () => {
  console.log(
    JSON.stringify({
      ready: true,
      port: provider.port,
      controlPort: (control.address() as AddressInfo).port,
    }),
  );
});
const stop = () => {
  control.close();
  control.closeAllConnections();
  void provider.stop().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

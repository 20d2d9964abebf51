import { curl } from '../../harness/outside/http-clients.ts';
import type { Customer } from '../../harness/outside/smpp-customers.ts';
import { same } from './same.ts';

/** A gateway, a user whose sender is its default, and the server that its reports go to. */
type Run = {
  address: string;
  customerUrl: string;
  user: Customer;
  step(name: string, work: () => Promise<void>): Promise<void>;
  arrives(destination: string, text: string): Promise<unknown>;
  reported(what: string, fits: (report: Record<string, string>) => boolean): Promise<unknown>;
};

/** The calls of the page "RESTful API", by curl: its bodies have the type of a form. */
export async function tryJasminRest(at: Run): Promise<void> {
  const { address, customerUrl, user, step, arrives, reported } = at;
  const basic = Buffer.from(`${user.username}:${user.password}`).toString('base64');
  const authorization = ['-H', `Authorization: Basic ${basic}`];
  const get = (path: string) => curl('-X', 'GET', ...authorization, `${address}${path}`);
  const post = async (path: string, body: unknown) => {
    const data = JSON.stringify(body, null, 2);
    const { status, body: text } = await curl(
      '-X',
      'POST',
      ...authorization,
      '-d',
      data,
      `${address}${path}`,
    );
    same(status, 200);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  const batch = (data: unknown, count: number) =>
    same((data as { messageCount: number }).messageCount, count);
  await step('jasmin rest: a single message', async () => {
    const data = await post('/secure/send', {
      to: 254711000021,
      from: user.sender,
      content: 'Hello',
      dlr: 'yes',
      'dlr-url': `${customerUrl}/dlr_receiver.php`,
      'dlr-level': 3,
    });
    const [, id] = /^Success "([0-9a-f-]{36})$/.exec(String(data)) ?? [];
    await arrives('254711000021', 'Hello');
    await reported(
      'the receipt',
      (each) => each['path'] === '/dlr_receiver.php' && each['id'] === id && each['level'] === '2',
    );
  });
  await step('jasmin rest: one content to several numbers', async () => {
    const to = ['254711000022', '254711000023', '254711000024'];
    const content = 'Same content goes to 3 numbers';
    batch(await post('/secure/sendbatch', { messages: [{ to, content }] }), 3);
    for (const each of to) await arrives(each, content);
  });
  await step('jasmin rest: binary messages', async () => {
    const message = { from: user.sender, coding: 8, hex_content: '0623063106460628' };
    await post('/secure/send', { to: 254711000025, ...message });
    await arrives('254711000025', 'أرنب');
  });
  await step('jasmin rest: globals', async () => {
    const globals = { from: user.sender, 'dlr-level': 3, dlr: 'yes' };
    const messages = [
      { to: ['254711000026', '254711000027'], content: 'Message 1 goes to 2 numbers' },
      { to: '254711000028', content: 'Message 3 goes to 1 number' },
    ];
    batch(await post('/secure/sendbatch', { globals, messages }), 3);
    await arrives('254711000028', 'Message 3 goes to 1 number');
  });
  await step('jasmin rest: callbacks', async () => {
    const data = await post('/secure/sendbatch', {
      batch_config: {
        callback_url: `${customerUrl}/successful_batch`,
        errback_url: `${customerUrl}/errored_batch`,
      },
      messages: [
        { to: ['254711000029', '1'], content: 'Hello world !' },
        { to: '254711000030', content: 'Holà !' },
      ],
    });
    const { batchId } = data as { batchId: string };
    for (const [path, to, status] of [
      ['/successful_batch', '254711000029', '1'],
      ['/successful_batch', '254711000030', '1'],
      ['/errored_batch', '1', '0'],
    ])
      await reported(
        `${path} for ${to}`,
        (each) =>
          each['path'] === path &&
          each['batchId'] === batchId &&
          each['to'] === to &&
          each['status'] === status,
      );
  });
  await step('jasmin rest: balance, rate, ping, and no credentials', async () => {
    const answers = [
      await get('/secure/balance'),
      await get('/secure/rate?to=254711000021'),
      await curl('-X', 'GET', '-H', 'Accept: application/json', `${address}/ping`),
    ].map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
    same([Number(answers[0]!['balance']) > 0, answers[0]!['sms_count']], [true, 'ND']);
    same([answers[1]!['submit_sm_count'], typeof answers[1]!['unit_rate']], [1, 'number']);
    same(answers[2], 'Jasmin/PONG');
    same((await curl('-X', 'GET', `${address}/secure/balance`)).status, 401);
  });
}

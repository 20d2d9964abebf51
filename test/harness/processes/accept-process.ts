// Software's calls in a process of its own, which is killed in their middle: node accept-process.ts <database> <client> <sender> <calls>
import { once as event } from 'node:events';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { callOf } from '../accept-calls.ts';

const [url = '', clientId = '', sender = '', calls = '0'] = process.argv.slice(2);
const acceptor = openAcceptor({
  database: openDatabase({ connectionString: url }, 'tuma_accept', {
    max: 4,
    name: 'test',
    onLost: () => {},
  }),
});
// Beyond what was heard of it goes so far and no further: the kill finds calls that are not answered and some
// that were not begun.
const MOST_UNHEARD = 60;
let heard = 0;
process.on('message', () => {
  heard++;
});
for (let at = 0; at < Number(calls); at++) {
  while (at - heard >= MOST_UNHEARD) await new Promise((resolve) => setTimeout(resolve, 1));
  const { offers, once } = callOf(at, sender);
  void acceptor
    .accept({ source: 'REST', clientId, user: null, test: false }, offers, once)
    .then((outcomes) => {
      process.send?.({
        at,
        ids: outcomes.map((outcome) =>
          'refusal' in outcome ? outcome.refusal.code : outcome.messageId,
        ),
      });
    });
  // A few at a time, so that a kill comes in the middle; the last third waits for a word that nobody says, so
  // that it never comes after all.
  if (at % 7 === 6) await new Promise((resolve) => setTimeout(resolve, 3));
  if (at === Math.floor((Number(calls) * 2) / 3)) await event(process, 'message');
}
process.once('disconnect', () => process.exit(0));

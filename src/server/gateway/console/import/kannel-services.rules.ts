/** Reads the services of a kannel.conf as HTTP connectors and routes. */
import { leaveOthers, listOf, of, type Group } from './kannel-groups.rules.ts';
import { note } from './import-report.ts';
import type { Note } from './import-report.ts';
import type { Listing } from './jasmin-listings.rules.ts';
import { yesOrNo } from './values.rules.ts';

/** Variables of a service that are read here; all others are named as left out. */
const READ_OF_SERVICE = new Set([
  'group',
  'name',
  'keyword',
  'aliases',
  'catch-all',
  'get-url',
  'post-url',
  'post-xml',
]);

/** A service whose server is asked becomes an HTTP connector and a route of its keyword to it. */
export function readService(group: Group, listing: Listing): void {
  const keyword = of(group, 'keyword') || of(group, 'name');
  const url = of(group, 'get-url') || of(group, 'post-url') || of(group, 'post-xml');
  const leave = (said: Note) =>
    listing.notTaken.push({ line: group.line, entity: 'service', id: keyword, said });
  if (url === '') {
    leave(note('serviceAnswers'));
    return;
  }
  if (of(group, 'keyword-regex') !== '') {
    leave(note('servicePattern'));
    return;
  }
  const cid = nameService(keyword, listing);
  const method = of(group, 'get-url') === '' ? 'POST' : 'GET';
  listing.http.push({ line: group.line, cid, method, url: url.replace(/\?.*$/, '') });
  leave(note('serviceCalled', { cid }));
  leaveOthers(group, listing, { entity: 'service', id: keyword, read: READ_OF_SERVICE });
  const isDefault = keyword === 'default' || yesOrNo(of(group, 'catch-all')) === true;
  const words = [keyword, ...listOf(of(group, 'aliases'))].map((word) =>
    word.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`),
  );
  listing.routes.push({
    line: group.line,
    direction: 'MO',
    order: isDefault ? 0 : 10 * (listing.routes.length + 1),
    type: isDefault ? 'DefaultRoute' : 'StaticMORoute',
    rate: null,
    targets: [{ kind: 'http', name: cid }],
    filters: isDefault
      ? []
      : [{ letters: 'SM', argument: String.raw`(?i)^\s*(${words.join('|')})(\s|$)` }],
  });
}

/** A connector of its own for each service: two may have one keyword, or keywords that differ in other letters. */
function nameService(keyword: string, { http }: Listing): string {
  const wanted = `service-${keyword.replaceAll(/[^A-Za-z0-9_-]/g, '')}`;
  const used = new Set(http.map(({ cid }) => cid));
  let name = wanted.slice(0, LONGEST_NAME);
  for (let number = 2; used.has(name); number++)
    name = `${wanted.slice(0, LONGEST_NAME - String(number).length - 1)}-${number}`;
  return name;
}
/** Characters of a connector's name. */
const LONGEST_NAME = 25;

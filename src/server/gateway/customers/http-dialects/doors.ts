/** The dialects of HTTP that customers' software speaks: each reads its own words, and all of them hand over at the one door. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Acceptor, MessageRequest, Outcome, Submitter } from '../../../core/accept/accept.ts';
import type { GatewayUserDoor } from '../../../core/gateway-users/gateway-users.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import type { MessageCallback } from '../../../core/dispatch/events.ts';
import { getBalances } from '../../../core/ledger/ledger.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import type { Log } from '../../../infra/log.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import * as africasTalking from './africastalking.rules.ts';
import { findFate, getTimezone } from './doors.store.ts';
import * as jasmin from './jasmin.rules.ts';
import * as kannel from './kannel.rules.ts';
import { Parameters, readBasic, readParameters } from './parameters.rules.ts';
import * as sendsms from './sendsms.rules.ts';

export type DialectName = 'jasmin' | 'kannel' | 'africastalking' | 'sendsms';

export type Place = {
  acceptor: Acceptor;
  users: GatewayUserDoor;
  /** Works as `tuma_accept`: wallets, prices and messages are read by it. */
  database: Database;
  log: Log;
};

type Answer = { status: number; type: string; text: string };
type Serve = (request: FastifyRequest) => Promise<Answer>;
/** What is answered where something is wrong that no dialect knows: with us, or with a request that cannot be read. */
type Wrong = { type: string; fault: string; unreadable: string; status?: number };

const TEXT = 'text/plain';
const JSON_TYPE = 'application/json';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Opens the doors that an operator wants.
 * @param dialects each with the path that it is under
 */
export function openDoors(
  app: FastifyInstance,
  dialects: ReadonlyMap<DialectName, string>,
  place: Place,
): void {
  const doors = new Doors(place);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const at = (method: readonly ('GET' | 'POST')[], url: string, serve: Serve, wrong: Wrong) =>
      scope.route({
        method: [...method],
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => send(reply, await serve(request)),
        errorHandler: (error: { statusCode?: number }, _request, reply) => {
          const ours = !(
            error.statusCode !== undefined &&
            error.statusCode >= 400 &&
            error.statusCode < 500
          );
          const status = ours ? (wrong.status ?? 500) : error.statusCode!;
          if (ours) place.log.error({ err: error, path: url }, 'request of a customer failed');
          return send(reply, {
            status,
            type: wrong.type,
            text: ours ? wrong.fault : wrong.unreadable,
          });
        },
      });
    const both = ['GET', 'POST'] as const;
    const path = (name: DialectName) => dialects.get(name) ?? '';
    if (dialects.has('jasmin')) {
      const [fault, unreadable] = ['Unknown error', 'Request cannot be read'];
      const wrong = {
        type: TEXT,
        fault: jasmin.errorText(fault),
        unreadable: jasmin.errorText(unreadable),
      };
      const wrongJson = {
        type: JSON_TYPE,
        fault: JSON.stringify(fault),
        unreadable: JSON.stringify(unreadable),
      };
      at(both, `${path('jasmin')}/send`, (request) => doors.jasminSend(request), wrong);
      at(both, `${path('jasmin')}/rate`, (request) => doors.jasminRate(request), wrongJson);
      at(both, `${path('jasmin')}/balance`, (request) => doors.jasminBalance(request), wrongJson);
      at(
        ['GET'],
        `${path('jasmin')}/ping`,
        async () => ({ status: 200, type: TEXT, text: 'Jasmin/PONG' }),
        wrong,
      );
    }
    if (dialects.has('kannel'))
      at(both, path('kannel'), (request) => doors.kannelSend(request), {
        type: TEXT,
        fault: 'Temporal failure, try again later.',
        unreadable: 'Charset or body misformed, rejected',
        status: 503,
      });
    if (dialects.has('africastalking'))
      at(
        ['POST'],
        `${path('africastalking')}/messaging`,
        (request) => doors.africasTalkingSend(request),
        { type: TEXT, fault: 'Internal server error', unreadable: 'The request cannot be read' },
      );
    if (dialects.has('sendsms')) {
      const wrong = {
        type: JSON_TYPE,
        fault: sendsms.failure(1005).text,
        unreadable: sendsms.failure(1009).text,
      };
      at(both, `${path('sendsms')}/sendsms`, (request) => doors.sendsmsSend(request), wrong);
      at(['POST'], `${path('sendsms')}/sendbulk`, (request) => doors.sendsmsBulk(request), wrong);
      at(both, `${path('sendsms')}/getdlr`, (request) => doors.sendsmsReport(request), wrong);
      at(both, `${path('sendsms')}/getbalance`, (request) => doors.sendsmsBalance(request), wrong);
    }
  });
}

function send(reply: FastifyReply, { status, type, text }: Answer): FastifyReply {
  // As octets, so that the type is told as it is: a charset behind it is more than some clients expect.
  return reply.code(status).header('content-type', type).send(Buffer.from(text));
}

class Doors {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  // --- Jasmin -------------------------------------------------------------------------------------------------------

  async jasminSend(request: FastifyRequest): Promise<Answer> {
    const answer = ({ status, text }: jasmin.Wrong): Answer => ({
      status,
      type: TEXT,
      text: jasmin.errorText(text),
    });
    const parameters = this.#withBasic(request, readRequest(request));
    const asked = jasmin.readSend(parameters, new Date());
    if ('status' in asked) return answer(asked);
    const user = await this.#admit(request, jasmin.readCredentials(parameters));
    if (!user) return answer(jasmin.authenticationFailed(parameters.text('username') ?? ''));
    const right = asked.rights.find((each) => !user.mtMessagingCred.authorization[each]);
    if (right) return answer(jasmin.mayNot(user.username, right));
    const url = asked.receipt && (asked.receipt.url ?? user.mtMessagingCred.defaultvalue.dlr_url);
    const [outcome] = await this.#accept(user, [
      offerOf(
        asked,
        url && asked.receipt
          ? {
              kind: 'URL',
              dialect: 'JASMIN',
              url,
              method: asked.receipt.method,
              level: asked.receipt.level,
            }
          : undefined,
      ),
    ]);
    if (outcome && 'messageId' in outcome)
      return { status: 200, type: TEXT, text: jasmin.successText(outcome.messageId) };
    return answer(
      jasmin.refusalOf(outcome!.refusal, {
        username: user.username,
        to: asked.to,
        from: asked.from,
        sdt: parameters.text('sdt'),
      }),
    );
  }

  async jasminRate(request: FastifyRequest): Promise<Answer> {
    const answer = ({ status, text }: jasmin.Wrong): Answer => ({
      status,
      type: JSON_TYPE,
      text: JSON.stringify(text),
    });
    const parameters = this.#withBasic(request, readRequest(request));
    const asked = jasmin.readRate(parameters);
    if ('status' in asked) return answer(asked);
    const user = await this.#admit(request, jasmin.readCredentials(parameters));
    if (!user) return answer(jasmin.authenticationFailed(parameters.text('username') ?? ''));
    if (!user.mtMessagingCred.authorization.http_rate)
      return answer(jasmin.mayNot(user.username, 'http_rate'));
    // A price may be asked for without a text: of one part.
    const offer = offerOf(
      'text' in asked.content && asked.content.text.trim() === ''
        ? { ...asked, content: { text: '-' } }
        : asked,
      undefined,
    );
    const quote = await this.#place.acceptor.quote(partyOf(user), offer);
    if ('refusal' in quote)
      return answer(
        jasmin.refusalOf(quote.refusal, {
          username: user.username,
          to: asked.to,
          from: asked.from,
          sdt: undefined,
        }),
      );
    return { status: 200, type: JSON_TYPE, text: jasmin.rateText(quote) };
  }

  async jasminBalance(request: FastifyRequest): Promise<Answer> {
    const answer = ({ status, text }: jasmin.Wrong): Answer => ({
      status,
      type: JSON_TYPE,
      text: JSON.stringify(text),
    });
    const parameters = this.#withBasic(request, readRequest(request));
    const wrong = jasmin.checkBalance(parameters);
    if (wrong) return answer(wrong);
    const user = await this.#admit(request, jasmin.readCredentials(parameters));
    if (!user) return answer(jasmin.authenticationFailed(parameters.text('username') ?? ''));
    if (!user.mtMessagingCred.authorization.http_balance)
      return answer(jasmin.mayNot(user.username, 'http_balance'));
    return {
      status: 200,
      type: JSON_TYPE,
      text: jasmin.balanceText({
        units: await this.#spendable(user),
        parts: user.mtMessagingCred.quota.sms_count,
      }),
    };
  }

  // --- Kannel -------------------------------------------------------------------------------------------------------

  async kannelSend(request: FastifyRequest): Promise<Answer> {
    const answer = (reply: kannel.Reply): Answer => ({ ...reply, type: TEXT });
    const parameters = readKannel(request);
    if (!parameters) return answer({ status: 400, text: 'Unsupported content-type, rejected' });
    const user = await this.#admit(request, kannel.readCredentials(parameters));
    if (!user) return answer(kannel.FORBIDDEN);
    const asked = kannel.readSend(parameters);
    if ('status' in asked) return answer(asked);
    const { receivers, receipt, deferredMinutes, denied, ...rest } = asked;
    const callback: MessageCallback | undefined = receipt && {
      kind: 'URL',
      dialect: 'KANNEL',
      url: receipt.url,
      method: 'GET',
      level: receipt.mask,
    };
    const scheduleAt =
      deferredMinutes === undefined ? undefined : new Date(Date.now() + deferredMinutes * 60_000);
    const outcomes = await this.#accept(
      user,
      receivers.map((to) => offerOf({ ...rest, to, ...(scheduleAt && { scheduleAt }) }, callback)),
    );
    return answer(
      kannel.replyTo(
        outcomes.map((outcome, at) => ({
          receiver: receivers[at]!,
          code: 'refusal' in outcome ? outcome.refusal.code : undefined,
        })),
        denied,
      ),
    );
  }

  // --- Africa's Talking ---------------------------------------------------------------------------------------------

  async africasTalkingSend(request: FastifyRequest): Promise<Answer> {
    const answer = (reply: africasTalking.Reply): Answer => ({
      ...reply,
      type: reply.status === 201 ? JSON_TYPE : TEXT,
    });
    const parameters = readRequest(request);
    const key = request.headers['apikey'];
    const user = await this.#admit(request, {
      username: parameters.text('username') ?? '',
      password: typeof key === 'string' ? key : '',
    });
    if (!user) return answer(africasTalking.UNAUTHORISED);
    const asked = africasTalking.readSend(parameters);
    if ('status' in asked) return answer(asked);
    const callback = callbackOfUser(user, 'AFRICASTALKING');
    const outcomes = await this.#accept(
      user,
      asked.receivers.map((to) =>
        offerOf({ from: asked.from, to, content: { text: asked.text } }, callback),
      ),
    );
    const home = (
      await this.#place.database.run(systemScope(), (tx) => loadPriceTable(tx, user.clientId))
    )?.home;
    return answer(
      africasTalking.replyTo(
        outcomes.map((outcome, at) => ({
          receiver: asked.receivers[at]!,
          ...('refusal' in outcome ? { code: outcome.refusal.code } : outcome),
        })),
        home,
      ),
    );
  }

  // --- sendsms ------------------------------------------------------------------------------------------------------

  async sendsmsSend(request: FastifyRequest): Promise<Answer> {
    const read = await this.#sendsms(request, readRequest(request));
    return { ...('sent' in read ? sendsms.replyTo(read.sent) : read), type: JSON_TYPE };
  }

  async sendsmsBulk(request: FastifyRequest): Promise<Answer> {
    const list = sendsms.readBulk(readRequest(request));
    if ('status' in list) return { ...list, type: JSON_TYPE };
    const read = await Promise.all(
      list.map(async (members) => {
        const parameters = new Parameters();
        parameters.override(members);
        return this.#sendsms(request, parameters);
      }),
    );
    // What is wrong with all of them is wrong with the call.
    const [first] = read;
    if (first && read.every((each) => 'status' in each))
      return { ...(first as sendsms.Reply), type: JSON_TYPE };
    return {
      ...sendsms.replyTo(
        read.flatMap((each, at) =>
          'sent' in each
            ? each.sent
            : [
                {
                  receiver: String(list[at]!['mobile'] ?? ''),
                  clientReference: undefined,
                  code: 'BAD_INPUT',
                },
              ],
        ),
      ),
      type: JSON_TYPE,
    };
  }

  async #sendsms(
    request: FastifyRequest,
    parameters: Parameters,
  ): Promise<{ sent: sendsms.Sent[] } | sendsms.Reply> {
    const user = await this.#sendsmsUser(request, parameters);
    if ('status' in user) return user;
    const timezone = parameters.has('timeToSend')
      ? await this.#place.database.run(systemScope(), (tx) => getTimezone(tx, user.clientId))
      : 'UTC';
    const asked = sendsms.readSend(parameters, new Date(), timezone);
    if ('status' in asked) return asked;
    const callback = callbackOfUser(user, 'SENDSMS');
    const outcomes = await this.#accept(
      user,
      asked.map(({ text, ...rest }) => offerOf({ ...rest, content: { text } }, callback)),
    );
    return {
      sent: outcomes.map((outcome, at) => ({
        receiver: asked[at]!.to,
        clientReference: asked[at]!.clientReference,
        ...('refusal' in outcome ? { code: outcome.refusal.code } : outcome),
      })),
    };
  }

  async sendsmsReport(request: FastifyRequest): Promise<Answer> {
    const parameters = readRequest(request);
    const user = await this.#sendsmsUser(request, parameters);
    if ('status' in user) return { ...user, type: JSON_TYPE };
    const id = parameters.text('messageID') ?? parameters.text('messageid') ?? '';
    const fate = UUID.test(id)
      ? await this.#place.database.run(systemScope(), (tx) => findFate(tx, user.clientId, id))
      : undefined;
    return {
      ...(fate
        ? { status: 200, text: JSON.stringify(sendsms.reportOf(fate)) }
        : sendsms.failure(1008)),
      type: JSON_TYPE,
    };
  }

  async sendsmsBalance(request: FastifyRequest): Promise<Answer> {
    const user = await this.#sendsmsUser(request, readRequest(request));
    if ('status' in user) return { ...user, type: JSON_TYPE };
    if (!user.mtMessagingCred.authorization.http_balance)
      return { ...sendsms.failure(1006), type: JSON_TYPE };
    return { ...sendsms.balanceReply(await this.#spendable(user), user.username), type: JSON_TYPE };
  }

  async #sendsmsUser(
    request: FastifyRequest,
    parameters: Parameters,
  ): Promise<UserRow | sendsms.Reply> {
    const credentials = sendsms.readCredentials(parameters);
    if ('status' in credentials) return credentials;
    return (await this.#admit(request, credentials)) ?? sendsms.failure(1006);
  }

  // --- what they share ----------------------------------------------------------------------------------------------

  /** Why somebody is not let in is told to nobody. */
  async #admit(
    request: FastifyRequest,
    { username, password }: { username: string; password: string },
  ): Promise<UserRow | undefined> {
    // No user has such a name, and the database holds no NUL.
    if (!/^[A-Za-z0-9_-]{1,15}$/.test(username)) return undefined;
    const admission = await this.#place.users.admit({
      username,
      password,
      address: request.ip,
      door: 'HTTP',
    });
    if ('user' in admission) return admission.user;
    this.#place.log.info(
      { username, address: request.ip, refused: admission.refused },
      'gateway user was not let in',
    );
    return undefined;
  }

  async #accept(user: UserRow, offers: readonly MessageRequest[]): Promise<Outcome[]> {
    return this.#place.acceptor.accept(partyOf(user), offers);
  }

  /** What a user's client may still spend, its credit counted. */
  async #spendable(user: UserRow): Promise<bigint> {
    const { available, floor } = await this.#place.database.run(systemScope(), (tx) =>
      getBalances(tx, user.clientId),
    );
    return available - floor;
  }

  /** Credentials of the Authorization header, where the parameters have none. */
  #withBasic(request: FastifyRequest, parameters: Parameters): Parameters {
    const basic = readBasic(request.headers.authorization);
    if (basic) {
      parameters.add('username', Buffer.from(basic.username));
      parameters.add('password', Buffer.from(basic.password));
    }
    return parameters;
  }
}

const partyOf = (user: UserRow): Submitter => ({
  source: 'HTTP',
  clientId: user.clientId,
  user,
  test: false,
});

type Asked = Pick<
  MessageRequest,
  | 'from'
  | 'to'
  | 'content'
  | 'priority'
  | 'validitySeconds'
  | 'scheduleAt'
  | 'tags'
  | 'clientReference'
>;

function offerOf(
  { from, to, content, priority, validitySeconds, scheduleAt, tags, clientReference }: Asked,
  callback: MessageCallback | undefined,
): MessageRequest {
  return {
    from,
    to,
    content,
    ...(priority !== undefined && { priority }),
    ...(validitySeconds !== undefined && { validitySeconds }),
    ...(scheduleAt && { scheduleAt }),
    ...(tags && { tags }),
    ...(clientReference !== undefined && { clientReference }),
    ...(callback && { callback }),
  };
}

/** Dialects whose messages name no address tell of them at the user's own. */
function callbackOfUser(
  user: UserRow,
  dialect: 'AFRICASTALKING' | 'SENDSMS',
): MessageCallback | undefined {
  const {
    authorization,
    defaultvalue: { dlr_url: url },
  } = user.mtMessagingCred;
  // Nobody asked: who may not have receipts has none, and sends.
  return url && authorization.dlr_level && authorization.http_dlr_method
    ? { kind: 'URL', dialect, url, method: 'POST', level: 0 }
    : undefined;
}

/** A body that is no JSON although it says so has no parameters. */
function readRequest(request: FastifyRequest): Parameters {
  return (
    readParameters({
      query: queryOf(request),
      contentType: request.headers['content-type'] ?? '',
      body: bodyOf(request),
    }) ?? new Parameters()
  );
}

/** A form, or the text itself with everything else in headers; undefined where it is neither. */
function readKannel(request: FastifyRequest): Parameters | undefined {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const body = bodyOf(request);
  if (body.length === 0 || type === 'application/x-www-form-urlencoded' || type === '')
    return readParameters({ query: queryOf(request), contentType: '', body });
  if (type !== 'text/plain' && type !== 'application/octet-stream') return undefined;
  const parameters = readParameters({
    query: queryOf(request),
    contentType: '',
    body: Buffer.alloc(0),
  })!;
  for (const name of kannel.HEADERS) {
    const value = request.headers[`x-kannel-${name}`];
    // A header's user data header is written in hex.
    if (typeof value === 'string')
      parameters.add(
        name,
        name === 'udh' ? Buffer.from(value, 'hex') : Buffer.from(value, 'latin1'),
      );
  }
  parameters.add('text', body);
  return parameters;
}

function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1).split('#', 1)[0]!;
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

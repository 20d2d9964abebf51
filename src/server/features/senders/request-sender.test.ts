// From the request to the first message, by the calls of the portal, as each of those who have a part in it.
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { markFeePaid } from './senders.store.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, mailTo } = portal;
let people = 0;
const add = async (name: string, level: Role, under: Person | null) => {
  const person = await portal.add(`person${++people}`, level, under);
  await db.query('update client set client_name = $2, company_name = $2 where id = $1', [
    person.clientId,
    name,
  ]);
  return person;
};
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const reseller = await add('Duka Group', 'RESELLER', root);
const company = await add('Acme Foods Limited', 'COMPANY', reseller);
const child = await add('Acme Kiosk', 'CLIENT', company);
const stranger = await add('Somebody Else', 'COMPANY', root);

async function realPdf(): Promise<Buffer> {
  const document = new PdfDocument();
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => {
    document.on('end', resolve);
  });
  document.text('Certificate of incorporation').end();
  await ended;
  return Buffer.concat(pieces);
}
const PDF = await realPdf();
const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0f766e' } })
  .withExif({ IFD0: { Artist: 'the place where it was taken' } })
  .png()
  .toBuffer();

const send = (as: Person, path: string, files: { name: string; bytes: Buffer }[]) => {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return call('POST', `/v1/portal/${path}`, { token: as.token, body: form as never });
};
const upload = async (as: Person, bytes = PDF, name = 'certificate.pdf') =>
  String((await send(as, 'senderDocUpload', [{ name, bytes }])).body['uploadId']);
const post = (as: Person, path: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/${path}`, { token: as.token, body });
const get = (as: Person, path: string, body: Record<string, unknown> = {}) =>
  call('GET', `/v1/portal/${path}`, { token: as.token, body });
const check = async (as: Person, senderId: string, country = 'KE', kind = 'TRANSACTIONAL') =>
  (await get(as, 'senderids:check', { senderId, country, kind })).body;
const block = (as: Person, id: string, status: string, reason?: string) =>
  call('PATCH', `/v1/portal/senderids/${id}`, {
    token: as.token,
    body: { senderId: { status, reason } },
  });

/** A request with what its name and country need. */
async function request(as: Person, senderId: string): Promise<string> {
  const { documents } = await check(as, senderId);
  const answer = await post(as, 'senderids', {
    senderId,
    country: 'KE',
    kind: 'TRANSACTIONAL',
    brandOwner: 'Acme Brands',
    documents: await Promise.all(
      documents.map(async (kind: string) => ({ kind, uploadId: await upload(as) })),
    ),
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body['senderIdId'];
}
type Document = { documentId: string; kind: string; uploadId: string; status: string };
const documentsOf = async (id: string) =>
  (await get(root, 'documents', { 'filter.senderIds': id })).body['documents'] as Document[];
const approveDocuments = async (id: string) => {
  for (const { documentId } of await documentsOf(id))
    expect((await post(support, 'documents:approveDocument', { documentId })).status).toBe(200);
};
async function ready(as: Person, senderId: string): Promise<string> {
  const id = await request(as, senderId);
  await approveDocuments(id);
  expect(
    (await post(root, 'senderids:approveSenderId', { senderIdId: id, approved: true })).body,
  ).toMatchObject({ status: 'WAITING_SETUP' });
  expect((await post(support, 'senderids:markReadyToSend', { senderIdId: id })).body).toMatchObject(
    { status: 'READY_FOR_SENDING' },
  );
  return id;
}

beforeEach(async () => {
  await db.query('delete from rate_limit');
  await db.query('update sender_rule set fee = null, currency = null');
});

describe('names', () => {
  test('reports a name as available, used, similar or protected, with its owner', async () => {
    await ready(company, 'ACME');
    expect(await check(company, 'ACMEFOODS')).toMatchObject({
      problem: null,
      ownName: true,
      documents: ['CERTIFICATE', 'TAX_CERTIFICATE'],
      rule: { country: 'KE', longest: 11 },
    });
    expect(await check(stranger, 'acme')).toMatchObject({ problem: 'TAKEN', ownName: false });
    for (const alike of ['ACM3', '4CME', 'acrne'])
      expect(await check(stranger, alike)).toMatchObject({ problem: 'ALIKE' });
    // One's own may look like one's own; elsewhere nobody is mistaken.
    expect(await check(company, '4CME')).toMatchObject({ problem: null });
    expect(await check(stranger, 'ACM3', 'TZ')).toMatchObject({ problem: null });
    expect(await check(stranger, 'SAFAR1COM')).toMatchObject({
      problem: null,
      looksLike: 'SAFARICOM',
      documents: [
        'CERTIFICATE',
        'TAX_CERTIFICATE',
        'TRADEMARK_CERTIFICATE',
        'AUTHORIZATION_LETTER',
      ],
    });
    expect(await check(stranger, 'M-PESA', 'MZ')).toMatchObject({ problem: 'SYMBOLS' });
    expect(await check(stranger, 'MPESAPAY', 'MZ')).toMatchObject({ looksLike: 'MPESA' });
    expect(await check(stranger, '1NFO', 'MZ')).toMatchObject({ problem: 'WORD' });
    expect(await check(stranger, '22141', 'UG', 'SHORTCODE')).toMatchObject({
      problem: 'NOT_OFFERED',
    });
    expect(await check(stranger, 'MY SHOP', 'RW')).toMatchObject({
      problem: null,
      rule: { country: 'RW', spaces: true },
    });
  });

  test('an incomplete request is refused with the missing documents and keeps no upload', async () => {
    const uploadId = await upload(stranger);
    const ask = (more: Record<string, unknown>) =>
      post(stranger, 'senderids', {
        senderId: 'KIBANDA',
        country: 'KE',
        kind: 'TRANSACTIONAL',
        documents: [{ kind: 'CERTIFICATE', uploadId }],
        ...more,
      });
    expect(await ask({})).toMatchObject({
      status: 422,
      body: { error: 'BRAND_OWNER_MISSING', details: [{ field: 'brandOwner' }] },
    });
    expect(await ask({ brandOwner: 'Kibanda Ltd' })).toMatchObject({
      status: 422,
      body: {
        error: 'DOCUMENTS_MISSING',
        message: expect.stringContaining('tax certificate, authorization letter'),
      },
    });
    expect(await ask({ senderId: 'K' })).toMatchObject({
      status: 422,
      body: { error: 'SENDER_NAME', details: [{ field: 'senderId' }] },
    });
    expect(await ask({ senderId: 'acme' })).toMatchObject({
      status: 409,
      body: { error: 'SENDER_NAME' },
    });
    expect(
      await post(company, 'senderids', {
        senderId: 'ACMEFOODS',
        country: 'TZ',
        kind: 'TRANSACTIONAL',
        documents: [],
      }),
    ).toMatchObject({ status: 400, body: { details: [{ field: 'sample' }] } });
    expect(await db.query('select from upload where id = $1', [uploadId])).toHaveLength(1);
    // Another's upload is not there for oneself.
    const theirs = await Promise.all(
      ['CERTIFICATE', 'TAX_CERTIFICATE'].map(async (kind) => ({
        kind,
        uploadId: await upload(company),
      })),
    );
    expect(
      await post(reseller, 'senderids', {
        senderId: 'DUKA',
        country: 'KE',
        kind: 'TRANSACTIONAL',
        documents: theirs,
      }),
    ).toMatchObject({ status: 404, body: { error: 'UPLOAD_GONE' } });
    expect(await db.query(`select from sender where sender = 'DUKA'`)).toHaveLength(0);
  });

  test('gives a name to one of two simultaneous requests', async () => {
    const other = await add('Mama Mboga One', 'COMPANY', root);
    const third = await add('Mama Mboga Two', 'COMPANY', root);
    const bodies = await Promise.all(
      [other, third].map(async (as) => ({
        as,
        documents: await Promise.all(
          ['CERTIFICATE', 'TAX_CERTIFICATE'].map(async (kind) => ({
            kind,
            uploadId: await upload(as),
          })),
        ),
      })),
    );
    const answers = await Promise.all(
      bodies.map(({ as, documents }) =>
        post(as, 'senderids', {
          senderId: 'MAMAMBOGA',
          country: 'KE',
          kind: 'TRANSACTIONAL',
          documents,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('documents', () => {
  test('a picture keeps only its pixels, whatever follows them', async () => {
    const polyglot = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>%PDF-1.7')]);
    const answer = await send(company, 'senderDocUpload', [
      { name: '../../evil\u202Egnp.html', bytes: polyglot },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: { contentType: 'image/png', fileName: 'evilgnp.html' },
    });
    const [row] = await db.query<{ bytes: Buffer }>(
      'select bytes from file_part where file_id = $1',
      [answer.body['uploadId']],
    );
    expect(row!.bytes.includes('script') || row!.bytes.includes('place where')).toBe(false);
    expect(await sharp(row!.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 40,
      height: 30,
    });
  });

  test.each([
    [
      'a script in SVG',
      'logo.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['HTML called PDF', 'a.pdf', Buffer.from('<html>%PDF-1.4')],
    [
      'a PDF with a script',
      'a.pdf',
      Buffer.concat([Buffer.from('%PDF-1.4\n<< /S /JavaScript /JS (x) >>\n%%EOF')]),
    ],
    ['half a picture', 'a.png', PNG.subarray(0, 60)],
    ['nothing', 'a.png', Buffer.alloc(0)],
    ['a picture of a billion pixels', 'a.png', bomb()],
  ])('%s is refused, and nothing of it stored', async (_what, name, bytes) => {
    const before = await db.query('select from upload union all select from file_part');
    expect(await send(company, 'senderDocUpload', [{ name, bytes }])).toMatchObject({
      status: 422,
      body: { error: 'FILE_REFUSED', message: expect.stringContaining(name) },
    });
    expect(await db.query('select from upload union all select from file_part')).toHaveLength(
      before.length,
    );
  });

  test('refuses a file that is too large, and keeps all of several files or none', async () => {
    expect(
      await send(company, 'senderDocUpload', [
        { name: 'a.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) },
      ]),
    ).toMatchObject({
      status: 413,
      body: { error: 'TOO_LARGE', message: expect.stringContaining('10 MB') },
    });
    const both = await send(company, 'senderDocsUpload', [
      { name: 'a.pdf', bytes: PDF },
      { name: 'b.png', bytes: PNG },
    ]);
    expect(both.body['uploads']).toMatchObject([
      { fileName: 'a.pdf', contentType: 'application/pdf' },
      { fileName: 'b.png', contentType: 'image/png' },
    ]);
    const before = await db.query('select from upload');
    expect(
      await send(company, 'senderDocsUpload', [
        { name: 'a.pdf', bytes: PDF },
        { name: 'c.svg', bytes: Buffer.from('<svg/>') },
        { name: 'b.png', bytes: PNG },
      ]),
    ).toMatchObject({ status: 422, body: { message: expect.stringContaining('c.svg') } });
    expect(await send(company, 'senderDocsUpload', [])).toMatchObject({ status: 400 });
    expect(
      await send(
        company,
        'senderDocsUpload',
        Array.from({ length: 9 }, () => ({ name: 'a.pdf', bytes: PDF })),
      ),
    ).toMatchObject({ status: 400 });
    expect(await db.query('select from upload')).toHaveLength(before.length);
  });

  test('a document is served as a download in a page without permissions, and only within reach', async () => {
    const id = await request(company, 'ACMESHOP');
    const [{ uploadId }] = (await documentsOf(id)) as [Document];
    for (const as of [company, reseller, root, support]) {
      const answer = await get(as, 'senderDocDownload', { uploadId });
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'x-content-type-options': 'nosniff',
          'content-disposition': expect.stringMatching(/^attachment;/),
          'content-security-policy': expect.stringContaining('sandbox'),
        },
      });
    }
    // A client that may only send with it sees none of its documents.
    await db.query('update sender set delegated_to = array[$2::uuid] where id = $1', [
      id,
      child.clientId,
    ]);
    expect(await get(child, `senderids/${id}`)).toMatchObject({
      status: 200,
      body: { documents: [], events: [], delegatedTo: [] },
    });
    for (const as of [child, stranger])
      expect((await get(as, 'senderDocDownload', { uploadId })).status).toBe(404);
    expect((await get(stranger, `senderids/${id}`)).status).toBe(404);
  });
});

describe('deciding', () => {
  test('documents, rejection, replacement, fee and notifications of an application', async () => {
    await db.query(
      `update sender_rule set fee = 3500, currency = 'KES' where country = 'KE' and kind = 'TRANSACTIONAL'`,
    );
    const id = await request(company, 'ACMEPAY');
    const [first, second] = await documentsOf(id);
    expect(
      await post(support, 'documents:rejectDocument', {
        documentId: first!.documentId,
        reason: ' ',
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await post(support, 'documents:rejectDocument', {
        documentId: first!.documentId,
        reason: 'The scan cannot be read',
      }),
    ).toMatchObject({
      status: 200,
      body: { status: 'DOCUMENT_REJECTED', reason: 'The scan cannot be read' },
    });
    expect((await mailTo(company.email))[0]).toMatchObject({
      subject: 'A document of your sender ID ACMEPAY was rejected',
      text: expect.stringContaining('The scan cannot be read'),
    });
    expect(
      (await post(support, 'documents:approveDocument', { documentId: second!.documentId })).status,
    ).toBe(200);
    for (const { documentId, status } of await documentsOf(id))
      if (status === 'PENDING_APPROVAL')
        await post(support, 'documents:approveDocument', { documentId });
    expect((await get(company, `senderids/${id}`)).body).toMatchObject({
      status: 'PENDING_DOCUMENTS_APPROVAL',
    });
    expect(
      await post(root, 'senderids:approveSenderId', { senderIdId: id, approved: true }),
    ).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect(
      (await get(root, 'senderids:review', { pageSize: '200' })).body['senderIds'].map(
        ({ senderIdId }: { senderIdId: string }) => senderIdId,
      ),
    ).not.toContain(id);

    const [again, twice] = await Promise.all([upload(company, PNG, 'again.png'), upload(company)]);
    const replaced = await post(company, 'documents:replaceDocument', {
      documentId: first!.documentId,
      uploadId: again,
    });
    expect(replaced).toMatchObject({
      status: 200,
      body: { status: 'PENDING_APPROVAL', contentType: 'image/png', kind: first!.kind },
    });
    expect(
      await post(company, 'documents:replaceDocument', {
        documentId: first!.documentId,
        uploadId: twice,
      }),
    ).toMatchObject({ status: 409 });
    expect(
      (await get(root, 'senderids:review', { pageSize: '200' })).body['senderIds'],
    ).toContainEqual(expect.objectContaining({ senderIdId: id, waitingDocuments: 1 }));
    expect(
      (
        await post(support, 'documents:approveDocument', {
          documentId: replaced.body['documentId'],
        })
      ).status,
    ).toBe(200);
    expect((await get(company, `senderids/${id}`)).body).toMatchObject({
      status: 'DOCUMENTS_APPROVED',
      paymentStatus: 'UNPAID',
      fee: '3500.00',
    });
    expect((await mailTo(company.email))[0]).toMatchObject({
      subject: 'The fee for your sender ID ACMEPAY is due',
    });

    expect(
      await post(root, 'senderids:approveSenderId', { senderIdId: id, approved: true }),
    ).toMatchObject({
      status: 409,
      body: { error: 'FEE_UNPAID', message: expect.stringContaining('KES 3,500') },
    });
    await portal.database.run(systemScope(), (tx) => markFeePaid(tx, id));
    expect(
      (await post(root, 'senderids:approveSenderId', { senderIdId: id, approved: true })).body,
    ).toMatchObject({ status: 'WAITING_SETUP', paymentStatus: 'PAID' });
    expect((await post(root, 'senderids:markReadyToSend', { senderIdId: id })).body).toMatchObject({
      status: 'READY_FOR_SENDING',
    });
    expect((await mailTo(company.email))[0]).toMatchObject({
      subject: 'You can send with ACMEPAY',
      text: expect.stringContaining(`/dashboard/sender-ids/${id}`),
    });
    expect(
      (await get(company, `senderids/${id}`)).body['events']
        .map(({ kind }: { kind: string }) => kind)
        .toReversed()
        .filter((kind: string) => kind !== 'DOCUMENT_APPROVED'),
    ).toEqual([
      'REQUESTED',
      'DOCUMENT_REJECTED',
      'DOCUMENT_REPLACED',
      'DOCUMENTS_APPROVED',
      'FEE_PAID',
      'APPROVED',
      'READY',
    ]);
  });

  test('accepts one of two simultaneous decisions and tells the other the current state', async () => {
    const id = await request(company, 'ACMEFOOD');
    const [{ documentId }] = (await documentsOf(id)) as [Document];
    const answers = await Promise.all([
      post(root, 'documents:approveDocument', { documentId }),
      post(support, 'documents:rejectDocument', { documentId, reason: 'no' }),
      post(support, 'documents:approveDocument', { documentId }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const other = await request(company, 'ACMEFOODSL');
    await approveDocuments(other);
    const decided = await Promise.all([
      post(root, 'senderids:approveSenderId', { senderIdId: other, approved: true }),
      post(support, 'senderids:approveSenderId', { senderIdId: other, approved: true }),
    ]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await db.query(`select from sender_event where sender_id = $1 and kind = 'APPROVED'`, [
        other,
      ]),
    ).toHaveLength(1);
  });

  test('rejected with its reason, and the name is free again', async () => {
    const id = await request(company, 'ACMEKIOSK');
    expect(
      await post(root, 'senderids:approveSenderId', { senderIdId: id, approved: false }),
    ).toMatchObject({ status: 400, body: { details: [{ field: 'reason' }] } });
    expect(
      (
        await post(root, 'senderids:approveSenderId', {
          senderIdId: id,
          approved: false,
          reason: 'No such company',
        })
      ).body,
    ).toMatchObject({ status: 'REJECTED', reason: 'No such company' });
    expect((await mailTo(company.email))[0]).toMatchObject({
      subject: 'Your sender ID ACMEKIOSK was rejected',
      text: expect.stringContaining('No such company'),
    });
    const [{ documentId }] = (await documentsOf(id)) as [Document];
    expect((await post(root, 'documents:approveDocument', { documentId })).status).toBe(409);
    expect(await check(company, 'ACMEKIOSK')).toMatchObject({ problem: null });
  });

  test('not rejected while its fee is on the phone of the payer, nor paid for after', async () => {
    const id = await request(company, 'ACMEPAYS');
    await approveDocuments(id);
    await db.query(
      `update sender set payment_status = 'UNPAID', fee = 5000, currency = 'KES' where id = $1`,
      [id],
    );
    const paymentId = newId();
    await db.query(
      `insert into payment (id, client_id, sender_id, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step) values ($1, $2, $3, 0, 'SENDER_FEE', 5000, 'KES', 'daraja', '+254712345678', 's', 0, 'PENDING', 'ON_PHONE')`,
      [paymentId, company.clientId, id],
    );
    const reject = () =>
      post(root, 'senderids:approveSenderId', { senderIdId: id, approved: false, reason: 'no' });
    expect(await reject()).toMatchObject({
      status: 409,
      body: { error: 'CONFLICT', message: expect.stringContaining('being paid for') },
    });
    await db.query(
      `update payment set status = 'CANCELED', step = 'ENDED', ended_at = now() where id = $1`,
      [paymentId],
    );
    expect((await reject()).status).toBe(200);
  });

  test('an account that requested it on behalf of the owner cannot decide', async () => {
    const id = await request(company, 'ACMELTD');
    await db.query('update sender set impersonator_id = $2 where id = $1', [id, root.clientId]);
    const [{ documentId }] = (await documentsOf(id)) as [Document];
    expect(await post(root, 'documents:approveDocument', { documentId })).toMatchObject({
      status: 403,
      body: { error: 'FOUR_EYES' },
    });
    expect((await post(support, 'documents:approveDocument', { documentId })).status).toBe(200);
  });
});

describe('afterwards', () => {
  test("blocks and unblocks; a reseller cannot unblock the platform's block", async () => {
    const id = await ready(company, 'ACMESTORE');
    expect((await block(reseller, id, 'INACTIVE', 'Complaints')).body).toMatchObject({
      status: 'INACTIVE',
      reason: 'Complaints',
    });
    expect((await block(reseller, id, 'INACTIVE')).status).toBe(409);
    expect((await block(reseller, id, 'READY_FOR_SENDING')).body).toMatchObject({
      status: 'READY_FOR_SENDING',
      reason: null,
    });
    expect((await block(support, id, 'INACTIVE', 'Fraud')).status).toBe(200);
    expect((await block(reseller, id, 'READY_FOR_SENDING')).status).toBe(403);
    expect((await block(root, id, 'READY_FOR_SENDING')).status).toBe(200);
    expect((await post(root, 'senderids:markReadyToSend', { senderIdId: id })).status).toBe(409);
    expect((await mailTo(company.email)).slice(0, 2).map(({ subject }) => subject)).toEqual([
      'You can send with ACMESTORE again',
      'Your sender ID ACMESTORE was blocked',
    ]);
  });

  test('delegates to an account below, and revokes', async () => {
    const id = await ready(company, 'ACMELEND');
    const give = (as: Person, to: Person, delegated = true) =>
      post(as, 'senderids:delegateSenderId', { senderIdId: id, clientId: to.clientId, delegated });
    expect((await give(company, child)).status).toBe(200);
    expect(
      (await get(child, 'senderids', { hide_generic: 'true' })).body['senderIds'],
    ).toContainEqual(expect.objectContaining({ senderId: 'ACMELEND' }));
    expect((await get(company, `senderids/${id}`)).body).toMatchObject({
      delegatedTo: [{ clientName: 'Acme Kiosk' }],
    });
    expect((await give(company, stranger)).status).toBe(404);
    expect(await give(root, stranger)).toMatchObject({ status: 422, body: { error: 'NOT_BELOW' } });
    expect(await give(company, company)).toMatchObject({ status: 422 });
    expect((await give(reseller, child, false)).status).toBe(200);
    expect((await get(child, `senderids/${id}`)).status).toBe(404);
    await block(root, id, 'INACTIVE');
    expect((await give(company, child)).status).toBe(409);
  });

  test('generic ones belong to the platform, serve everyone, and can be excluded', async () => {
    const added = await post(root, 'senderids:addGeneric', {
      senderId: 'NOTICE',
      country: 'KE',
      kind: 'TRANSACTIONAL',
    });
    expect(added).toMatchObject({
      status: 200,
      body: { status: 'WAITING_SETUP', isGeneric: true },
    });
    expect(
      (await post(support, 'senderids:markReadyToSend', { senderIdId: added.body['senderIdId'] }))
        .status,
    ).toBe(200);
    const names = async (as: Person, query: Record<string, unknown> = {}) =>
      (await get(as, 'senderids', { pageSize: '200', ...query })).body['senderIds'].map(
        ({ senderId }: { senderId: string }) => senderId,
      );
    expect(await names(stranger)).toContain('NOTICE');
    expect(await names(stranger, { hide_generic: 'true' })).not.toContain('NOTICE');
  });

  test('searches by prefix, each name once, within reach', async () => {
    for (const country of ['KE', 'TZ', 'UG'])
      await db.query(
        `insert into sender (id, sender, client_id, kind, country, status) values ($1, 'Zawadi', $2, 'TRANSACTIONAL', $3, 'READY_FOR_SENDING')`,
        [newId(), company.clientId, country],
      );
    const found = async (as: Person, query: Record<string, unknown>) =>
      (await get(as, 'senderids:search', query)).body['senderIds'].map(
        ({ senderId }: { senderId: string }) => senderId,
      );
    expect(await found(company, { query: 'zaw' })).toEqual(['Zawadi', 'Zawadi', 'Zawadi']);
    expect(await found(reseller, { query: 'zaw', distinct: 'true' })).toEqual(['Zawadi']);
    expect((await found(reseller, { query: 'zaw', distinct: '' })).length).toBeGreaterThan(0);
    expect(await found(stranger, { query: 'zaw' })).toEqual([]);
    expect(await found(company, { query: '%' })).toEqual([]);
  });

  test('no rule that comes with the product names another firm or its pages', async () => {
    const sources = await db.query<{ source: string }>(
      'select source from sender_rule union select source from sending_window union select source from protected_name',
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(
      sources.filter(({ source }) => /\b[a-z0-9-]+\.[a-z]{2,}\b|https?:|, read on/i.test(source)),
    ).toEqual([]);
  });

  test('an administrator sets the rules of a country', async () => {
    const rulesFor = async (as: Person) =>
      ((await get(as, 'senderids:rules')).body as { rules: Record<string, unknown>[] }).rules;
    // Sources name other firms: customers read none, neither here nor while they ask for a name.
    expect(new Set((await rulesFor(company)).map(({ source }) => source))).toEqual(new Set(['']));
    expect(await check(company, 'ACMEOFFER', 'KE', 'PROMOTIONAL')).toMatchObject({
      rule: { source: '' },
    });
    const rules = await rulesFor(root);
    const rule = rules.find(({ country, kind }) => country === 'KE' && kind === 'PROMOTIONAL')!;
    expect(rule).toMatchObject({
      source: expect.stringMatching(/./),
      checkedOn: '2026-11-01',
      daysMost: 14,
    });
    const set = (as: Person, change: Record<string, unknown>) =>
      call('PUT', '/v1/portal/senderids:rules', { token: as.token, body: { ...rule, ...change } });
    expect((await set(root, { fee: '7000', currency: 'KES', documents: [] })).status).toBe(200);
    expect((await set(root, { fee: '7000', currency: null })).status).toBe(400);
    expect((await set(support, {})).status).toBe(403);
    expect(await check(company, 'ACMEOFFER', 'KE', 'PROMOTIONAL')).toMatchObject({
      rule: { fee: '7000.00' },
    });
    expect((await check(company, 'ACMEFL', 'KE', 'PROMOTIONAL')).documents).toEqual([
      'AUTHORIZATION_LETTER',
    ]);
  });
});

/** A picture that says it is 40,000 by 40,000. */
function bomb(): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  return bytes;
}

test('administrators maintain protected names with reasons, audited and effective at once', async () => {
  const protect = (as: Person, body: Record<string, unknown>) =>
    post(as, 'senderids:protectName', { country: 'KE', kind: 'BRAND', reason: 'a bank', ...body });
  const names = async (filter: Record<string, unknown> = {}) =>
    (await get(root, 'senderids:protectedNames', { pageSize: 200, ...filter })).body[
      'protectedNames'
    ].map(({ name }: { name: string }) => name);
  expect(await check(company, 'Kibanda')).toMatchObject({ looksLike: null });
  expect(await protect(root, { name: ' Kibanda ' })).toMatchObject({
    status: 200,
    body: { name: 'Kibanda', reason: 'a bank' },
  });
  expect(await check(company, 'K1-BANDA')).toMatchObject({
    looksLike: 'Kibanda',
    documents: expect.arrayContaining(['TRADEMARK_CERTIFICATE']),
  });
  expect(await check(company, 'K1-BANDA', 'TZ')).toMatchObject({ looksLike: null });
  expect(await names({ 'filter.query': 'k1banda' })).toEqual(['Kibanda']);
  expect(await protect(root, { name: 'KIBANDA.' })).toMatchObject({
    status: 409,
    body: { error: 'TAKEN', details: [{ field: 'name' }] },
  });
  for (const [field, wrong] of Object.entries({
    name: '=cmd|1',
    reason: ' ',
    country: 'Kenya',
    kind: 'PERSON',
  }))
    expect(await protect(root, { name: 'Other', [field]: wrong })).toMatchObject({
      status: 400,
      body: { details: [{ field }] },
    });
  expect((await protect(support, { name: 'Other' })).status).toBe(403);
  await protect(root, { name: 'Page 10', country: '*', kind: 'WORD' });
  await protect(root, { name: 'Page 2', country: '*', kind: 'WORD' });
  const first = (
    await get(root, 'senderids:protectedNames', { 'filter.query': 'page', pageSize: 1 })
  ).body;
  expect([
    first['protectedNames'],
    await names({ 'filter.query': 'page', pageSize: 1, pageToken: first['nextPageToken'] }),
  ]).toMatchObject([[{ name: 'Page 2', country: '*' }], ['Page 10']]);
  expect(
    await names({ 'filter.countries': '*', 'filter.kinds': 'WORD', 'filter.query': 'otp' }),
  ).toEqual(['OTP']);
  expect(
    await post(root, 'senderids:unprotectName', {
      country: 'KE',
      name: 'Kibanda',
      reason: 'it closed',
    }),
  ).toMatchObject({ status: 200 });
  expect(
    (
      await post(root, 'senderids:unprotectName', {
        country: 'KE',
        name: 'Kibanda',
        reason: 'it closed',
      })
    ).status,
  ).toBe(404);
  expect(await check(company, 'K1-BANDA')).toMatchObject({ looksLike: null });
  expect(
    await db.query(
      `select action, before, after from audit_entry where action like 'NAME_%' and coalesce(before, after) ->> 'name' = 'Kibanda' order by id`,
    ),
  ).toEqual([
    {
      action: 'NAME_PROTECTED',
      before: null,
      after: { country: 'KE', name: 'Kibanda', kind: 'BRAND', reason: 'a bank' },
    },
    {
      action: 'NAME_UNPROTECTED',
      before: { country: 'KE', name: 'Kibanda', kind: 'BRAND', reason: 'a bank' },
      after: { reason: 'it closed' },
    },
  ]);
});

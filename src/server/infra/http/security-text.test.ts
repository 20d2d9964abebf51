import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { formatSecurityText, serveSecurityText } from './security-text.ts';

test('names the contact, the languages, its own address and an end within a year', () => {
  expect(
    formatSecurityText(
      'mailto:security@example.com',
      'https://sms.example.com',
      new Date('2026-11-22T15:30:00Z'),
    ),
  ).toBe(
    'Contact: mailto:security@example.com\nExpires: 2027-05-21T00:00:00.000Z\nPreferred-Languages: en, pt\n' +
      'Canonical: https://sms.example.com/.well-known/security.txt\n',
  );
});

test.each([
  { securityContact: 'https://example.com/security', sandbox: false, status: 200 },
  { securityContact: undefined, sandbox: true, status: 200 },
  { securityContact: undefined, sandbox: false, status: 404 },
])(
  'answers $status with contact $securityContact, sandbox $sandbox',
  async ({ status, ...settings }) => {
    const app = Fastify();
    serveSecurityText(app, { ...settings, publicUrl: undefined });
    const answer = await app.inject('/.well-known/security.txt');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      status,
      'text/plain; charset=utf-8',
    ]);
    await app.close();
  },
);

// Settings of the servers: addresses and ports, the database, the sandbox, proxies and mail.
import { isIP } from 'node:net';
import {
  isDatabaseAddress,
  isHostName,
  isWebAddress,
  readCount,
  readDialects,
  readGatewayAddress,
  readKey,
  readNetworks,
  readOrigin,
  readPort,
  readText,
  textWhere,
} from './readers.ts';
import type { Setting } from './readers.ts';

const PORT_EXPECTED = 'a port: give a whole number from 1 to 65535';

export const SERVER_SETTINGS = {
  PORT: {
    read: readPort,
    default: '8080',
    expected: PORT_EXPECTED,
    help: 'Port of the portal and its API.',
  },
  HOST: {
    read: textWhere((text) => isIP(text) !== 0 || isHostName(text)),
    default: '127.0.0.1',
    expected:
      'an address to listen on: give an IP address or a host name, without port and without http://',
    help: 'Address to listen on. The default is reachable from this machine only; `0.0.0.0` listens on all addresses.',
  },
  DATA_DIR: {
    read: readText,
    otherwise: '`./data`',
    expected: 'a folder',
    help: 'Folder of the database, the secret key and the lock. As root below a closed home folder the default is `/var/lib/tuma`, because PostgreSQL refuses to run as root and no other user can enter there.',
  },
  DATABASE_URL: {
    read: textWhere(isDatabaseAddress),
    otherwise: 'an embedded PostgreSQL',
    secret: true,
    expected:
      'the address of a PostgreSQL database: give postgresql://user:password@host:5432/database',
    help: 'An external PostgreSQL 15 or later. Its user must own the database and may create roles; the processes log in under their own names, which the start creates (`docs/operating.md`). With a standby list both hosts, `postgresql://user:password@one:5432,two:5432/database`: the one that accepts writes is used (`docs/operating.md`).',
  },
  SECRET_KEY: {
    read: readKey,
    otherwise: '`DATA_DIR/secret.key`, created at the first start',
    secret: true,
    expected:
      'a key: give 32 random octets in hexadecimal or base64, such as openssl rand -hex 32 prints',
    help: "The key that encrypts readable secrets in the database, such as a carrier's password. Every node of one database needs the same key; a file may also be an unchanged copy of `secret.key`.",
  },
  SECRET_KEY_NEXT: {
    read: readKey,
    otherwise: '`DATA_DIR/secret.key.next`, created by `npm run rotate-key`',
    secret: true,
    expected:
      'a key: give 32 random octets in hexadecimal or base64, such as openssl rand -hex 32 prints',
    help: 'The successor of SECRET_KEY during a rotation by `npm run rotate-key` (`docs/operating.md`).',
  },
  SMPP_PORT: {
    read: readPort,
    default: '2775',
    expected: PORT_EXPECTED,
    help: "Port for customers' software that sends over SMPP (`docs/smpp.md`).",
  },
  SMPP_TLS_PORT: {
    read: readPort,
    expected: PORT_EXPECTED,
    help: 'Port for the same over TLS, commonly 3550. It requires the two settings below.',
  },
  SMPP_TLS_CERT: {
    read: readText,
    expected: 'a file',
    help: 'File of the certificate for SMPP_TLS_PORT with its chain, in PEM. It is read again when it changes; open binds stay.',
  },
  SMPP_TLS_KEY: {
    read: readText,
    expected: 'a file',
    help: "File of the certificate's key in PEM.",
  },
  HTTP_API_PORT: {
    read: readPort,
    default: '1401',
    expected: PORT_EXPECTED,
    help: "The gateway's HTTP port: customers' software sends in the dialects below, and providers call back with receipts.",
  },
  HTTP_DIALECTS: {
    read: readDialects,
    default: 'jasmin',
    expected:
      'a list of dialects: give some of jasmin, kannel, africastalking, sendsms, twilio, beem, with commas between, each with a path of its own where it is to be elsewhere, such as jasmin,kannel=/sms/send; or none',
    help: 'Dialects of HTTP_API_PORT (`docs/http-gateway.md`): `jasmin` (`/send`, `/rate`, `/balance`, and the REST API below `/secure`), `kannel` (`/cgi-bin/sendsms`), `africastalking` (`/version1/messaging`), `sendsms` (`/api/services/sendsms`), `twilio` (`/2010-04-01/Accounts`), `beem` (`/v1/send`). `name=/path` sets another path, `none` disables all.',
  },
  FORMER_GATEWAY_URL: {
    read: readGatewayAddress,
    expected:
      'an address: give http:// or https://, or smpp:// or smpps://, with a host and a port, without a path',
    help: 'The gateway that users move from: its HTTP API, such as `http://10.0.0.4:1401`, or its SMPP server, such as `smpp://10.0.0.4:2775`. A user that was imported without a password is asked for there, by `/balance` or by a bind, with the first password that its software sends; a right one becomes its password here (`docs/operating.md`). Take it away when all have moved.',
  },
  SANDBOX: {
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    otherwise: '`1` without data and without the settings below',
    expected: '0 or 1: give 1 for a sandbox, 0 for a real installation',
    help: 'A sandbox has accounts with public passwords, free units and a simulated carrier. It is the default without data, unless HOST is not loopback or DATABASE_URL, PUBLIC_URL or ADMIN_EMAIL is set: then only `1` creates one. Existing data keeps its mode.',
  },
  SANDBOX_SMSC_PORT: {
    read: readPort,
    otherwise: 'a free port',
    expected: PORT_EXPECTED,
    help: "Port of the sandbox's simulated carrier.",
  },
  SANDBOX_SMSC_CONTROL_PORT: {
    read: readPort,
    otherwise: 'a free port',
    expected: PORT_EXPECTED,
    help: "Port on which the sandbox's simulated carrier lists its messages and accepts other rules (`src/sim/README.md`).",
  },
  SANDBOX_MAIL_CONTROL_PORT: {
    read: readPort,
    otherwise: 'a free port',
    expected: PORT_EXPECTED,
    help: "Port on which the sandbox's simulated mail server lists its mails (`src/sim/README.md`).",
  },
  SANDBOX_MPESA_PORT: {
    read: readPort,
    otherwise: 'a free port',
    expected: PORT_EXPECTED,
    help: "Port of the sandbox's simulated M-Pesa (`src/sim/README.md`).",
  },
  PUBLIC_URL: {
    read: readOrigin,
    expected:
      'the address that people reach the portal at: give it without a path, such as https://sms.example.com',
    help: 'The public address of the portal, such as `https://sms.example.com`; links in messages and mails use it.',
  },
  TRUSTED_PROXIES: {
    read: readNetworks,
    default: '127.0.0.1,::1',
    expected:
      'a list of addresses and networks: give such as 10.0.0.5, 172.16.0.0/12 with commas between, or none',
    help: 'Reverse proxies, separated by commas, whose `X-Forwarded-For` header gives the address of a caller. From any other caller the header is ignored, so that it cannot evade limits and the address lists of API keys.',
  },
  CONNECTIONS_PER_ADDRESS: {
    read: readCount(999_999),
    default: '256',
    expected: 'a number of connections: give a whole number from 1 to 999999',
    help: 'Concurrent connections from one address (one /64 of IPv6), at PORT and at HTTP_API_PORT each. One more is answered 503 and closed. `TRUSTED_PROXIES` have no limit.',
  },
  SMTP_URL: {
    read: textWhere(
      (text) => /^smtps?:\/\//.test(text) && isWebAddress(text.replace(/^smtp/, 'http')),
    ),
    secret: true,
    expected:
      'the address of a mail server: give smtp://user:password@host:587, or smtps:// for one that speaks TLS from the start',
    help: 'The mail server for codes, invitations and alerts. Without one no mail is sent; a sandbox has its own, which keeps all mail.',
  },
  MAIL_FROM: {
    read: textWhere((text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text)),
    default: 'no-reply@localhost',
    expected: 'an email address: give one such as no-reply@example.com',
    help: "The sender address of mail. The sender's name is the reader's brand.",
  },
} satisfies Record<string, Setting>;

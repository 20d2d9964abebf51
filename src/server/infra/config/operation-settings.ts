// Settings of the installation's operation: its first administrator, limits, backups, metrics and the log.
import { readPrivateHost } from '../http/private-hosts.ts';
import {
  isHostName,
  isNameServer,
  listWhere,
  readCount,
  readOneOf,
  readText,
  readTimeOfDay,
  textWhere,
} from './readers.ts';
import type { Setting } from './readers.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const SHORTEST_BACKUP_KEY = 16;

export const OPERATION_SETTINGS = {
  ADMIN_EMAIL: {
    read: textWhere((text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)),
    expected: 'an email address: give one such as admin@example.com',
    help: 'First administrator of a real installation, created without data.',
  },
  ADMIN_PASSWORD: {
    read: textWhere((text) => text.length >= 8 && text.length <= 128),
    secret: true,
    expected: 'a password: give 8 to 128 characters',
    help: "The first administrator's password, 8 to 128 characters. Remove it and ADMIN_EMAIL after the first start.",
  },
  STORAGE_HASH_KEY: {
    read: readText,
    default: 'tuma',
    expected: 'a text',
    help: 'Part of the key with which browsers encrypt what they store. Changing it signs everybody out.',
  },
  BRAND_WORD: {
    read: readText,
    default: 'Tuma',
    expected: 'a word',
    help: 'A branded host whose brand name lacks this word shows the API documentation to EBU roles only.',
  },
  PRIVATE_HOSTS: {
    read: listWhere((text) => readPrivateHost(text) !== undefined),
    expected:
      'a list of hosts: give names, addresses and networks such as smsc.internal, 10.0.0.5:2775, 10.20.0.0/16 with commas between',
    help: 'Hosts in private networks, and on this machine, that connectors of all kinds may call: names, addresses and networks, separated by commas; a name or an address may have a port, such as `10.0.0.5:2775`. Add a carrier behind a VPN here. HTTP and generic connectors must also allow private addresses in their own settings. Without it connectors reach public addresses only; link-local addresses, which hold cloud metadata, are never called. A sandbox adds its simulated carrier.',
  },
  WEBHOOK_HOSTS: {
    read: (text) => listWhere(isHostName)(text.toLowerCase()),
    expected:
      'a list of host names: give them without port and without https://, separated by commas',
    help: "Hosts, separated by commas, that customers' webhooks may call in a private network, without TLS, or on another port than 443. Connectors may call them too. A sandbox calls all hosts.",
  },
  SECURITY_CONTACT: {
    read: textWhere((text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)),
    expected:
      'an address: give one such as mailto:security@example.com or https://example.com/security',
    help: 'Address for reports of vulnerabilities, shown at `/.well-known/security.txt`. Without it a real installation has no such page.',
  },
  DNS_SERVERS: {
    read: listWhere(isNameServer),
    otherwise: "the system's",
    expected:
      'a list of name servers: give addresses such as 10.0.0.53 or 10.0.0.53:5353 with commas between',
    help: 'Name servers for checking the DNS records by which clients prove their host names (`docs/operating.md`).',
  },
  INVITATIONS_PER_DAY: {
    read: readCount(999_999),
    default: '200',
    expected: 'a number of invitations: give a whole number from 1 to 999999',
    help: 'Invitations that one account may send within 24 hours of the first. Accounts that it creates with a temporary password and invitations that it sends again count too. One more is refused with 429 and the time of the next.',
  },
  INVITATIONS_PER_DAY_NEW: {
    read: readCount(999_999),
    default: '20',
    expected: 'a number of invitations: give a whole number from 1 to 999999',
    help: 'The same for an account of the level COMPANY, and for one that is younger than 30 days and not staff.',
  },
  CONTACTS_PER_ACCOUNT: {
    read: readCount(999_999_999),
    default: '5000000',
    expected: 'a number of contacts: give a whole number from 1 to 999999999',
    help: 'Contacts that one account may have. Adding one more, or importing a file that would bring more, is refused with TOO_MANY_CONTACTS.',
  },
  BACKUP_DIR: {
    read: readText,
    expected: 'a folder',
    help: 'Folder for a daily backup, which is verified by a restore. Use another disk, or copy the folder elsewhere. Without it no automatic backup is made (`docs/operating.md`).',
  },
  BACKUP_AT: {
    read: readTimeOfDay,
    default: '01:30',
    expected: 'a time: give hours and minutes in UTC, such as 01:30',
    help: 'Time of the daily backup, in UTC.',
  },
  BACKUP_KEEP: {
    read: readCount(9_999),
    default: '14',
    expected: 'a number of days: give a whole number from 1 to 9999',
    help: 'Days for which daily backups are kept. The newest complete one is never removed. After a pause without backups the older ones stay as much longer (`docs/operating.md`).',
  },
  BACKUP_KEY: {
    read: textWhere((text) => text.length >= SHORTEST_BACKUP_KEY),
    secret: true,
    expected: `a key: give at least ${SHORTEST_BACKUP_KEY} characters, such as what openssl rand -base64 32 prints`,
    help: 'Encrypts backups. Keep a copy of it on another machine: without it nobody can read them.',
  },
  METRICS_TOKEN: {
    read: textWhere((text) => /^[\x21-\x7e]{16,}$/.test(text)),
    secret: true,
    expected: 'a token: give at least 16 visible characters without spaces',
    help: 'Bearer token for `/metrics`. Without it only this machine may read them.',
  },
  LOG_LEVEL: {
    read: readOneOf(...LEVELS),
    default: 'info',
    expected: `a level: give one of ${LEVELS.join(', ')}`,
    help: `The lowest level that is logged: ${LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
  },
} satisfies Record<string, Setting>;

import { reachOf, type Permission, type Role } from '../../../../contract/shared/roles.ts';
import { addressOf, SCREENS } from '../../screens.tsx';

/** Something that the palette leads to. */
export type Item = {
  group: 'recent' | 'do' | 'go' | 'find';
  label: string;
  /** Beside the label: the group of the menu, or the kind of a found thing. */
  hint?: string;
  to: string;
};

/** A screen, the dialog of it that the address opens, and the permission that the action needs beside the screen's. */
type Action = { path: string; dialog?: string; who?: Permission };

/** The first step of what people do most, by the screen that it begins on. */
const ACTIONS = {
  sendSms: { path: 'campaigns/send-sms' },
  sendFromFile: { path: 'campaigns/from-file' },
  importContacts: { path: 'contacts/import' },
  buyUnits: { path: 'purchases/topup' },
  transferUnits: { path: 'purchases', dialog: 'transfer', who: 'purchases.transfer' },
  requestSender: { path: 'sender-ids/apply' },
  inviteClient: { path: 'clients/invite' },
  createClient: { path: 'clients/create' },
  enterBalances: { path: 'clients/opening-balances' },
  createReport: { path: 'reports/download-report/new' },
  testRoute: { path: 'jasmin/simulate' },
} as const satisfies Record<string, Action>;

/** The actions whose screens a role may open, each with its address. */
export function actionsOf(role: Role): { name: keyof typeof ACTIONS; to: string }[] {
  return (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).flatMap((name) => {
    const action: Action = ACTIONS[name];
    const screen = SCREENS.find(({ path }) => path === action.path);
    if (!screen || [screen.who, action.who ?? screen.who].some((who) => !reachOf(role, who)))
      return [];
    const to = addressOf(screen);
    return [{ name, to: action.dialog === undefined ? to : `${to}?open=${action.dialog}` }];
  });
}

/**
 * Items whose words begin like each word that was typed, those of the label before those of the hint; all of
 * them while nothing was.
 */
export function matching(items: readonly Item[], typed: string): Item[] {
  const wanted = words(typed);
  const fits = (text: string) => {
    const own = words(text);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  };
  const [byLabel, byHint] = [
    items.filter(({ label }) => fits(label)),
    items.filter(
      ({ label, hint }) => !fits(label) && hint !== undefined && fits(`${label} ${hint}`),
    ),
  ];
  return [...byLabel, ...byHint].toSorted(
    (a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group),
  );
}

/** Fewer letters begin the names of screens as well. */
const LEAST_OF_VERB = 3;

/** Items of one group stand together. */
const ORDER: readonly Item['group'][] = ['recent', 'do', 'go', 'find'];

const words = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** Without case and accents, so that "creditos" finds "Créditos". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/**
 * Actions on things that were found by name, which only a verb asks for: a name and Enter open the thing, and stop nothing.
 * @param verb the first word of the actions' labels
 */
export function matchingActions(items: readonly Item[], typed: string, verb: string): Item[] {
  const isAsked = words(typed).some(
    (word) => word.length >= LEAST_OF_VERB && plain(verb).startsWith(word),
  );
  return isAsked ? matching(items, typed) : [];
}

/** A message's id in what was typed; undefined for anything else. */
export function messageIdOf(typed: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed) ? typed : undefined;
}

/** The latest choice first, each once. */
export function remembered(recent: readonly Item[], chosen: Item, most: number): Item[] {
  return [chosen, ...recent.filter(({ to }) => to !== chosen.to)]
    .slice(0, most)
    .map((item) => ({ ...item, group: 'recent' }));
}

/** A phone number in what was typed, as the address of its messages; undefined for anything else. */
export function numberOf(typed: string): string | undefined {
  const digits = typed.replace(/[\s()-]/g, '');
  return /^\+?\d{9,15}$/.test(digits) ? digits : undefined;
}

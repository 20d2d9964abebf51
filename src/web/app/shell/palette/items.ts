import { reachOf, type Role } from '../../../../contract/shared/roles.ts';
import { addressOf, SCREENS } from '../../screens.tsx';

/** Something that the palette leads to. */
export type Item = {
  group: 'recent' | 'do' | 'go' | 'find';
  label: string;
  /** Beside the label: the group of the menu, or the kind of a found thing. */
  hint?: string;
  to: string;
};

/** The first step of what people do most, by the screen that it begins on. */
const ACTIONS = {
  sendSms: 'campaigns/send-sms',
  sendFromFile: 'campaigns/from-file',
  importContacts: 'contacts/import',
  buyUnits: 'purchases/topup',
  requestSender: 'sender-ids/apply',
  inviteClient: 'clients/invite',
  createClient: 'clients/create',
  enterBalances: 'clients/opening-balances',
  createReport: 'reports/download-report/new',
  testRoute: 'jasmin/simulate',
} as const;

/** The actions whose screens a role may open, each with its address. */
export function actionsOf(role: Role): { name: keyof typeof ACTIONS; to: string }[] {
  return (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).flatMap((name) => {
    const screen = SCREENS.find(({ path }) => path === ACTIONS[name]);
    return screen && reachOf(role, screen.who) !== undefined
      ? [{ name, to: addressOf(screen) }]
      : [];
  });
}

/** Items whose words begin like each word that was typed, those of the label before those of the hint; all of them while nothing was. */
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

/** Items of one group stand together. */
const ORDER: readonly Item['group'][] = ['recent', 'do', 'go', 'find'];

const words = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** Without case and accents, so that "creditos" finds "Créditos". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

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

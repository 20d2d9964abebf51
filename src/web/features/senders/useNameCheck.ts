import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { senders, type NameProblem } from '../../../contract/api/senders.ts';
import {
  documentsNeeded,
  nameFault,
  type DocumentKind,
  type SenderKind,
} from '../../../contract/shared/sender-names.ts';
import { useGet } from '../../parts/queries.ts';

const PAUSE = 300;

type Named = { name: string; country: string; kind: SenderKind };

/** The rule of the country and kind, and the check of the name: at once by the rule, after a pause by the server. */
export function useNameCheck({ name, country, kind }: Named) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(name), PAUSE);
    return () => clearTimeout(timer);
  }, [name]);
  const rules = useGet(senders.rules, {});
  const rule =
    rules.data?.rules.find((each) => each.country === country && each.kind === kind) ??
    rules.data?.rules.find((each) => each.country === '*' && each.kind === kind);
  const fault: NameProblem | undefined =
    rule && name !== '' ? (rule.offered ? nameFault(name, kind, rule) : 'NOT_OFFERED') : undefined;
  const check = useGet(
    senders.check,
    { senderId: asked, country, kind },
    { when: asked !== '' && asked === name && fault === undefined && rule !== undefined },
  );
  const checked = asked === name && fault === undefined && name !== '' ? check.data : undefined;
  const problem = fault ?? checked?.problem ?? undefined;
  const needed: readonly DocumentKind[] =
    checked?.documents ??
    (rule ? documentsNeeded(rule, { company: true, ownName: true, protectedBrand: false }) : []);
  return { rule, checked, problem, needed };
}

export type Check = ReturnType<typeof useNameCheck>;
type Judged = Pick<Named & Check, 'name' | 'kind' | 'rule' | 'checked' | 'problem'>;

/** The help under the name: its state, or the rule while it is empty or wrong. */
export function useNameHelp({ name, kind, rule, checked, problem }: Judged) {
  const { t } = useTranslation();
  const signs =
    kind === 'SHORTCODE'
      ? ('digits' as const)
      : rule?.symbols
        ? ('all' as const)
        : rule?.spaces
          ? ('spaces' as const)
          : ('plain' as const);
  return name !== '' && checked
    ? t(checked.ownName && kind !== 'SHORTCODE' ? 'senders.apply.freeOwn' : 'senders.apply.free', {
        name,
      })
    : name !== '' && !problem
      ? t('senders.apply.checking')
      : rule &&
        t('senders.apply.nameHelp', {
          shortest: rule.shortest,
          longest: rule.longest,
          signs: t(`senders.apply.signs.${signs}`),
        });
}

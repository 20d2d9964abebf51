import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import {
  documentsNeeded,
  nameFault,
  type DocumentKind,
  type SenderKind,
} from '../../../contract/shared/sender-names.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { senders, type NameProblem } from '../../../contract/api/senders.ts';
import { stopClauses } from '../../../contract/api/stop-clauses.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { CountryField } from '../../ui/PhoneFields.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useLeaveWarning } from '../../ui/useLeaveWarning.tsx';
import { senderAddress } from './columns.tsx';
import { DocumentSlots, useDocumentSlots } from './DocumentSlots.tsx';
import { KindField } from './KindField.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';
import { Rows } from '../../ui/layout.tsx';

const PAUSE = 300;

/** Requests a sender ID. The fields follow from country, kind and name; the name is judged while it is typed. */
export function SenderApply() {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const me = useMe();
  const [kind, setKind] = useState<SenderKind>('TRANSACTIONAL');
  const [country, setCountry] = useState(me.country);
  const [name, setName] = useState('');
  const [brandOwner, setBrandOwner] = useState('');
  const [sample, setSample] = useState('');
  const [tried, setTried] = useState(false);
  const [sentId, setSentId] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [nameRefusal, setNameRefusal] = useState<string>();
  const { rule, checked, problem, needed } = useNameCheck({ name, country, kind });
  const documents = useDocumentSlots();
  const missing = needed.filter((each) => documents.slots[each]?.uploadId === undefined);
  const ways = useGet(stopClauses.list, {}).data;
  const clause =
    kind === 'PROMOTIONAL' && ways !== undefined
      ? (ways.receivers.find((each) => each.country === country)?.clause ?? ways.elsewhere)
      : '';
  const notOwn = checked !== undefined && checked.problem === null && !checked.ownName;
  const leaving = useLeaveWarning(
    (name !== '' || Object.keys(documents.slots).length > 0) && sentId === undefined,
  );
  useEffect(() => {
    if (sentId !== undefined) void navigate(senderAddress(sentId), { replace: true });
  }, [sentId, navigate]);
  const request = useSend(senders.request, {
    changes: SENDER_CHANGES,
    done: ({ senderIdId, senderId }) => {
      toast.success(t('senders.apply.sent', { name: senderId }));
      setSentId(senderIdId);
    },
    failed: (failure) => {
      const field = failure instanceof CallError ? failure.details[0]?.field : undefined;
      if (field === 'senderId') setNameRefusal(messageOf(failure));
      else setRefusal(messageOf(failure));
    },
  });
  const nameError =
    nameRefusal ??
    (problem
      ? t(`senders.apply.problems.${problem}`, { shortest: rule?.shortest, longest: rule?.longest })
      : tried && name === ''
        ? t('senders.apply.nameMissing')
        : undefined);
  const nameHelp = useNameHelp({ name, kind, rule, checked, problem });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setRefusal(null);
    const fields = [
      [name === '' || problem !== undefined || nameRefusal !== undefined, 'senderId'],
      [notOwn && brandOwner.trim() === '', 'brandOwner'],
      [rule?.sample && sample.trim() === '', 'sample'],
    ] as const;
    const first = fields.find(([wrong]) => wrong);
    if (first) return void document.getElementById(first[1])?.focus();
    if (!checked) return setRefusal(t('senders.apply.unchecked'));
    if (missing.length > 0) return;
    request.mutate({
      senderId: name,
      kind,
      country,
      ...(notOwn && { brandOwner: brandOwner.trim() }),
      ...(rule?.sample && { sample: sample.trim() }),
      documents: needed.map((each) => ({ kind: each, uploadId: documents.slots[each]!.uploadId! })),
    });
  }

  return (
    <Page
      title={t('senders.apply.title')}
      purpose={t('senders.apply.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <form noValidate onSubmit={submit}>
        <Rows isFluid maxWidth={720}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <Section title={t('senders.apply.what')}>
            <Rows>
              <CountryField
                field={{ name: 'country', onChange: (event) => setCountry(event.target.value) }}
                value={country}
              />
              <KindField value={kind} onChange={setKind} />
              <TextField
                field={{
                  name: 'senderId',
                  value: name,
                  onChange: (event) => {
                    setName(event.target.value);
                    setNameRefusal(undefined);
                  },
                }}
                label={t('senders.apply.name')}
                help={<span aria-live="polite">{nameHelp}</span>}
                error={nameError}
                aside={
                  rule && (
                    <Typography
                      variant="caption"
                      color="textSecondary"
                    >{`${name.length}/${rule.longest}`}</Typography>
                  )
                }
                autoComplete="off"
                input={{ maxLength: 40, spellCheck: false }}
              />
              {checked?.looksLike && (
                <Alert severity="warning">
                  {t('senders.apply.brand', { brand: checked.looksLike })}
                </Alert>
              )}
              {notOwn && (
                <>
                  <Alert severity="info">
                    <AlertTitle>{t('senders.apply.notOwn')}</AlertTitle>
                    {t('senders.apply.notOwnText')}
                  </Alert>
                  <TextField
                    field={{
                      name: 'brandOwner',
                      value: brandOwner,
                      onChange: (event) => setBrandOwner(event.target.value),
                    }}
                    label={t('senders.apply.brandOwner')}
                    help={t('senders.apply.brandOwnerHelp')}
                    error={
                      tried && brandOwner.trim() === ''
                        ? t('senders.apply.brandOwnerMissing')
                        : undefined
                    }
                    autoComplete="off"
                    input={{ maxLength: 120 }}
                  />
                </>
              )}
              {rule?.sample && (
                <TextField
                  field={{
                    name: 'sample',
                    value: sample,
                    onChange: (event) => setSample(event.target.value),
                  }}
                  label={t('senders.apply.sample')}
                  help={t('senders.apply.sampleHelp')}
                  error={
                    tried && sample.trim() === '' ? t('senders.apply.sampleMissing') : undefined
                  }
                  multiline
                  input={{ maxLength: 500 }}
                />
              )}
              {clause !== '' && (
                <Alert severity="info">
                  <AlertTitle>{t('senders.apply.stop')}</AlertTitle>
                  {t('senders.apply.stopText', { clause: clause.trim(), count: clause.length })}
                </Alert>
              )}
            </Rows>
          </Section>
          <Section title={t('senders.apply.documents')}>
            {rule === undefined ? (
              <Skeleton variant="rounded" height={96} />
            ) : needed.length === 0 ? (
              <Typography color="textSecondary">{t('senders.apply.noDocuments')}</Typography>
            ) : (
              <DocumentSlots needed={needed} state={documents} missing={tried ? missing : []} />
            )}
          </Section>
          {rule && <AfterSection rule={rule} />}
        </Rows>
        <ActionBar>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/sender-ids">
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={request.isPending}>
            {t('senders.apply.send')}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

type Named = { name: string; country: string; kind: SenderKind };

/** The rule of the country and kind, and the check of the name: at once by the rule, after a pause by the server. */
function useNameCheck({ name, country, kind }: Named) {
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

type Check = ReturnType<typeof useNameCheck>;
type Judged = Pick<Named & Check, 'name' | 'kind' | 'rule' | 'checked' | 'problem'>;

/** The help under the name: its state, or the rule while it is empty or wrong. */
function useNameHelp({ name, kind, rule, checked, problem }: Judged) {
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

function AfterSection({ rule }: { rule: SenderRule }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Section title={t('senders.apply.after')}>
      <Typography>
        {t('senders.apply.afterText', { least: rule.daysLeast, most: rule.daysMost })}
      </Typography>
      <Typography sx={{ mt: 1 }}>
        {rule.fee !== null && rule.currency !== null
          ? t('senders.apply.feeText', { fee: money(rule.fee, rule.currency) })
          : t('senders.apply.noFee')}
      </Typography>
    </Section>
  );
}

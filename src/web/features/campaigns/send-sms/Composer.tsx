import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { compose, CONTACT_FIELDS, MOST_TYPED } from '../../../../contract/api/compose.ts';
import { placeholders } from '../../../../contract/shared/template.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PhoneFrame } from '../../../ui/PhoneFrame.tsx';
import { messageErrors, type MessageForm, messageRules, scheduleOf } from '../parts/messageForm.ts';
import { MessageFields } from '../parts/MessageFields.tsx';
import { clauseOf, useSenderChoices } from '../parts/senders.ts';
import { keyOf, newDraft, readDraft, type Recipients, withNumbers, writeDraft } from './draft.ts';
import { RecipientsSection } from './RecipientsSection.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import { ADDRESS } from './address.ts';
import { useArrivals, useReply } from './linkArrivals.ts';

/** Numbers that are looked up among the contacts, for the preview. */
const LOOKED_UP = 20;

export function Composer() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const [kept] = useState(() => readDraft(me.clientId) ?? newDraft(me.replaceLookalikes));
  const [recipients, setRecipients] = useState<Recipients>(kept.recipients);
  const [nobody, setNobody] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const senders = useSenderChoices();

  const form = useForm<MessageForm>({
    resolver: standardSchemaResolver(
      messageRules(t, { timezone: me.timezone, nameNeeded: false, unknownIn: () => undefined }),
    ),
    defaultValues: kept.message,
  });
  const {
    control,
    handleSubmit,
    setError,
    setValue,
    getValues,
    formState: { errors },
  } = form;
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });

  const latest = useRef(recipients);
  useEffect(() => {
    latest.current = recipients;
  });
  const keep = () =>
    writeDraft(me.clientId, {
      ...(readDraft(me.clientId) ?? kept),
      recipients: latest.current,
      message: getValues(),
    });
  const keeping = useRef(keep);
  useEffect(() => {
    keeping.current = keep;
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => keeping.current() }),
    [form],
  );
  useEffect(() => keeping.current(), [recipients]);
  useArrivals(
    (content) => setValue('text', content, { shouldDirty: true }),
    (group) =>
      setRecipients((before) =>
        before.groups.some(({ groupId }) => groupId === group.groupId)
          ? before
          : { ...before, groups: [...before.groups, group] },
      ),
  );
  useReply(
    senders,
    (added) =>
      setRecipients((before) => {
        const there = new Set(before.numbers.map(keyOf));
        return {
          ...before,
          numbers: withNumbers(
            before.numbers,
            added.filter((each) => !there.has(keyOf(each))),
          ),
        };
      }),
    (sender) =>
      setValue('senderId', sender, {
        shouldDirty: true,
        shouldValidate: errors.senderId !== undefined,
      }),
  );

  const right = recipients.numbers.flatMap((each) => (each.ok ? [each.e164] : []));
  const chosen = {
    groupIds: recipients.groups.map(({ groupId }) => groupId),
    contactIds: recipients.contacts.map(({ contactId }) => contactId),
  };
  const audience = useGet(
    compose.audience,
    { recipients: right.slice(0, LOOKED_UP), ...chosen },
    { keep: true },
  );
  const samples =
    right.length + chosen.groupIds.length + chosen.contactIds.length === 0
      ? []
      : (audience.data?.samples ?? []);
  const picked =
    chosen.groupIds.length + chosen.contactIds.length === 0 ? 0 : (audience.data?.contacts ?? 0);
  const people = right.length + picked;
  const known = samples
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .map(({ fields }) => fields);

  const prepare = useSend(compose.compose, {
    changes: [campaigns.list, tasks.list],
    failed: (failure) => {
      if (failure instanceof CallError && failure.code === 'UNKNOWN_PLACEHOLDER')
        setError('text', { message: messageOf(failure) }, { shouldFocus: true });
      else setRefusal(messageOf(failure));
    },
  });

  /** Says what is wrong with the recipients, beside what is wrong with the text. */
  function mayGo(): boolean {
    const count = recipients.numbers.length;
    const wrong =
      count + chosen.groupIds.length + chosen.contactIds.length === 0
        ? t('compose.nobodyChosen')
        : count > MOST_TYPED
          ? t('compose.tooMany', { value: number(count), limit: number(MOST_TYPED) })
          : null;
    setNobody(wrong);
    if (wrong !== null) document.getElementById('recipients')?.focus();
    return wrong === null;
  }

  const submit = handleSubmit(
    async (values) => {
      setRefusal(null);
      if (!mayGo()) return;
      const request = {
        campaignName: values.campaignName.trim(),
        senderId: values.senderId,
        text: values.text,
        replaceLookalikes: values.replaceLookalikes,
        // Each as often as it was given, so that what is left out adds up; first each once, so that nobody falls off the end.
        recipients: [
          ...recipients.numbers.map(({ written }) => written),
          ...recipients.numbers.flatMap(({ written, times }) =>
            Array.from({ length: times - 1 }, () => written),
          ),
        ].slice(0, MOST_TYPED),
        ...chosen,
        scheduleTimestamp: scheduleOf(values, me.timezone),
      };
      const draft = readDraft(me.clientId) ?? kept;
      const { prepared } = draft;
      const asked = JSON.stringify(request);
      const made =
        prepared?.request === asked
          ? prepared
          : await prepare
              .mutateAsync({ ...request, replaces: prepared?.campaignId })
              .catch(() => null);
      if (made === null) return;
      writeDraft(me.clientId, {
        ...draft,
        recipients,
        message: values,
        prepared: { campaignId: made.campaignId, operationId: made.operationId, request: asked },
      });
      void navigate(
        `${ADDRESS}?${new URLSearchParams({ campaign: made.campaignId, ...(made.operationId === null ? {} : { task: made.operationId }) }).toString()}`,
      );
    },
    () => void mayGo(),
  );

  const clause = clauseOf(senders.choices, senderId);
  const [at, setAt] = useState(0);
  const sample = samples[Math.min(at, samples.length - 1)];
  const asSent = renderAsSent({ text, clause, replaceLookalikes }, sample?.fields ?? {});
  const missing = placeholders(text).filter(
    (name) =>
      !Object.keys(sample?.fields ?? {}).some(
        (field) => field.toLowerCase() === name.toLowerCase(),
      ),
  );

  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary
            errors={[
              ...(nobody === null ? [] : [{ id: 'recipients', message: nobody }]),
              ...messageErrors(errors),
            ]}
          />
          <RecipientsSection
            value={recipients}
            onChange={(next) => {
              setRecipients(next);
              setNobody(null);
            }}
            error={nobody ?? undefined}
          />
          <MessageFields
            form={form}
            senders={senders}
            names={audience.data?.placeholders ?? CONTACT_FIELDS}
            insertLabel={t('compose.insert')}
            samples={placeholders(text).length > 0 ? known : []}
            messages={people === 0 ? null : people}
            nameHelp={t('compose.nameHelp')}
            textAside={
              <TemplateMenu
                onUse={(content) =>
                  setValue('text', content, {
                    shouldDirty: true,
                    shouldValidate: errors.text !== undefined,
                  })
                }
                replaces={text.trim() !== ''}
              />
            }
          />
        </Box>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
          <Section
            title={
              sample === undefined
                ? t('compose.preview')
                : t('compose.previewOf', { destination: sample.destination })
            }
            action={
              samples.length > 1 && (
                <Box>
                  <Tooltip title={t('compose.previous')}>
                    <span>
                      <IconButton
                        size="small"
                        aria-label={t('compose.previous')}
                        disabled={at === 0}
                        onClick={() => setAt(Math.min(at, samples.length - 1) - 1)}
                      >
                        <PreviousIcon />
                      </IconButton>
                    </span>
                  </Tooltip>
                  <Tooltip title={t('compose.next')}>
                    <span>
                      <IconButton
                        size="small"
                        aria-label={t('compose.next')}
                        disabled={at >= samples.length - 1}
                        onClick={() => setAt(at + 1)}
                      >
                        <NextIcon />
                      </IconButton>
                    </span>
                  </Tooltip>
                </Box>
              )
            }
          >
            <PhoneFrame from={senderId || t('fromFile.sender')}>
              {text === '' ? (
                <Typography color="textSecondary" sx={{ textAlign: 'center', my: 'auto' }}>
                  {t('fromFile.sampleEmpty')}
                </Typography>
              ) : (
                <MessageBubble>{asSent}</MessageBubble>
              )}
            </PhoneFrame>
            {sample !== undefined && missing.length > 0 && (
              <Alert severity="warning" sx={{ mt: 4 }}>
                {t('compose.missing', { names: missing.map((name) => `#${name}#`).join(', ') })}
              </Alert>
            )}
          </Section>
        </Box>
      </Box>
      <ActionBar
        note={
          people === 0
            ? t('compose.noteNobody')
            : t('compose.note', { count: people, value: number(people) })
        }
      >
        <Button type="submit" variant="contained" loading={prepare.isPending}>
          {t('fromFile.prepare')}
        </Button>
      </ActionBar>
    </Box>
  );
}

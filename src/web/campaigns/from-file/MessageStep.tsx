import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useEffect, useId, useRef, useState } from 'react';
import { Controller, useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { campaigns, sms, type FilePreview } from '../../../contract/campaigns.ts';
import { reachOf } from '../../../contract/roles.ts';
import { senders, type Sender } from '../../../contract/senders.ts';
import { withStopClause } from '../../../contract/sms.ts';
import { bindTemplate, isPlaceholderName, parseTemplate, renderTemplate } from '../../../contract/template.ts';
import { tasks } from '../../../contract/tasks.ts';
import { useGet, useMe, useSend } from '../../api.ts';
import { CallError, messageOf } from '../../call.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { MessageBubble } from '../../ui/MessageBubble.tsx';
import { Section } from '../../ui/Page.tsx';
import { readDraft, stepAddress, writeDraft, type Draft } from './draft.ts';
import { TextMeter } from './TextMeter.tsx';

type Form = { campaignName: string; senderId: string; text: string; when: 'now' | 'later'; at: string };

/** Step 2: from whom, which words, and when. */
export function MessageStep({ preview, draft }: { preview: FilePreview; draft: Draft }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const senderList = useGet(senders.list, { pageSize: 200, pageToken: '', 'filter.status': ['READY_FOR_SENDING'] });
  // Whoever sees other clients' sender IDs sends with none of them.
  const seesOthers = reachOf(me.clientAccessLevel, 'senders.read') !== 'own';
  const choices = byName((senderList.data?.senderIds ?? []).filter(({ clientId, isGeneric }) => !seesOthers || isGeneric || clientId === me.clientId), me.country);
  const [refusal, setRefusal] = useState<string | null>(null);

  const form = useForm<Form>({
    resolver: standardSchemaResolver(rulesOf(preview.columns, t)),
    defaultValues: { campaignName: draft.campaignName, senderId: draft.senderId, text: draft.text, when: draft.when, at: draft.at },
  });
  const { register, control, handleSubmit, setValue, setError, formState: { errors } } = form;
  const [senderId, text, when] = useWatch({ control, name: ['senderId', 'text', 'when'] });

  const only = choices.length === 1 ? choices[0]?.senderId : undefined;
  useEffect(() => { if (only !== undefined && senderId === '') setValue('senderId', only); }, [only, senderId, setValue]);

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(preview.uploadId, { ...(readDraft(preview.uploadId) ?? draft), ...values }) }), [form, draft, preview.uploadId]);

  const prepare = useSend(sms.fromFileStep2, {
    changes: [campaigns.list, tasks.list],
    failed: (failure) => {
      const named = failure instanceof CallError ? failure.details.filter(({ field }) => field === 'campaignName' || field === 'senderId' || field === 'text') : [];
      for (const { field, message } of named) setError(field as keyof Form, { message });
      setRefusal(named.length > 0 ? null : messageOf(failure));
    },
  });

  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    const request = {
      uploadId: preview.uploadId, phoneColumn: draft.phoneColumn, campaignName: values.campaignName.trim(), senderId: values.senderId, text: values.text,
      scheduleTimestamp: values.when === 'later' ? secondsOf(values.at) : null,
    };
    const kept = readDraft(preview.uploadId) ?? draft;
    const { prepared } = kept;
    const asked = JSON.stringify(request);
    if (prepared?.request === asked) return void navigate(stepAddress(3, { upload: preview.uploadId, campaign: prepared.campaignId, task: prepared.operationId }));
    const made = await prepare.mutateAsync({ ...request, replaces: prepared?.campaignId }).catch(() => null);
    if (made === null) return;
    writeDraft(preview.uploadId, { ...kept, ...values, prepared: { ...made, request: asked } });
    void navigate(stepAddress(3, { upload: preview.uploadId, campaign: made.campaignId, task: made.operationId }));
  });

  const clause = choices.find((sender) => sender.senderId === senderId)?.stopClause ?? null;
  const [row, setRow] = useState(0);
  const fields = Object.fromEntries(preview.columns.map((name, index) => [name, preview.rows[row]?.[index] ?? `#${name}#`]));
  const rendered = renderTemplate(parseTemplate(text), fields).text;
  const asSent = clause === null ? rendered : withStopClause(rendered, clause);
  const personal = parseTemplate(text).some((part) => typeof part !== 'string');

  const area = useRef<HTMLTextAreaElement | null>(null);
  function insert(name: string) {
    const start = area.current?.selectionStart ?? text.length, end = area.current?.selectionEnd ?? text.length;
    const placeholder = `#${name}#`;
    setValue('text', text.slice(0, start) + placeholder + text.slice(end), { shouldDirty: true, shouldValidate: errors.text !== undefined });
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + placeholder.length, start + placeholder.length);
    });
  }

  const nameField = register('campaignName'), textField = register('text'), atField = register('at');
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' }, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary errors={summaryOf(errors)} />
          <Section>
            <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
              <FormField id="campaignName" label={t('fromFile.name')} help={t('fromFile.nameHelp')} error={errors.campaignName?.message}>
                {(parts) => <OutlinedInput id={parts.id} {...nameField} inputRef={nameField.ref} ref={undefined} inputProps={{ maxLength: 100, 'aria-describedby': parts['aria-describedby'] }} />}
              </FormField>
              <FormField id="senderId" label={t('fromFile.sender')} help={senderList.isSuccess && choices.length === 0 ? t('fromFile.noSender') : t('fromFile.senderHelp')} error={errors.senderId?.message}>
                {(parts) => (
                  <Controller
                    name="senderId" control={control}
                    render={({ field }) => (
                      <Select native value={field.value} onChange={field.onChange} onBlur={field.onBlur} inputRef={field.ref} input={<OutlinedInput />} inputProps={{ id: parts.id, name: field.name, 'aria-describedby': parts['aria-describedby'] }}>
                        {field.value === '' && <option value="">{t('fromFile.chooseSender')}</option>}
                        {choices.map((sender) => <option key={sender.senderId} value={sender.senderId}>{[sender.senderId, t(`fromFile.${KINDS[sender.kind]}`), ...(sender.isGeneric ? [t('fromFile.generic')] : [])].join(' · ')}</option>)}
                      </Select>
                    )}
                  />
                )}
              </FormField>
            </Box>
          </Section>
          <Section>
            <FormField id="text" label={t('fromFile.text')} error={errors.text?.message}>
              {(parts) => (
                <>
                  <Columns columns={preview.columns} onInsert={insert} />
                  <OutlinedInput
                    id={parts.id} multiline minRows={5} maxRows={16} {...textField} ref={undefined} inputRef={(element: HTMLTextAreaElement | null) => { textField.ref(element); area.current = element; }}
                    inputProps={{ 'aria-describedby': parts['aria-describedby'], maxLength: 10_000 }}
                  />
                </>
              )}
            </FormField>
            <TextMeter
              text={asSent} written={text} clause={clause} sampleRow={personal ? row + 1 : null} rowCount={preview.rowCount}
              onReplace={(next) => setValue('text', next, { shouldDirty: true, shouldValidate: errors.text !== undefined })}
            />
          </Section>
          <Section title={<span id="when">{t('fromFile.when')}</span>}>
            <Controller
              name="when" control={control}
              render={({ field }) => (
                <RadioGroup aria-labelledby="when" name={field.name} value={field.value} onChange={field.onChange}>
                  <FormControlLabel value="now" control={<Radio size="small" />} label={t('fromFile.now')} />
                  <FormControlLabel value="later" control={<Radio size="small" />} label={t('fromFile.later')} />
                </RadioGroup>
              )}
            />
            {when === 'later' && (
              <Box sx={{ maxWidth: 280, mt: 3, ml: 7 }}>
                <FormField id="at" label={t('fromFile.date')} help={t('fromFile.dateHelp', { zone: viewersZone() })} error={errors.at?.message}>
                  {(parts) => <OutlinedInput id={parts.id} type="datetime-local" {...atField} ref={undefined} inputRef={atField.ref} inputProps={{ min: localNow(), max: '2099-12-31T23:59', 'aria-describedby': parts['aria-describedby'] }} />}
                </FormField>
              </Box>
            )}
          </Section>
        </Box>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
          <Section
            title={t('fromFile.sample', { row: number(row + 1) })}
            action={preview.rows.length > 1 && (
              <Box>
                <Tooltip title={t('fromFile.samplePrevious')}><span><IconButton size="small" aria-label={t('fromFile.samplePrevious')} disabled={row === 0} onClick={() => setRow(row - 1)}><PreviousIcon /></IconButton></span></Tooltip>
                <Tooltip title={t('fromFile.sampleNext')}><span><IconButton size="small" aria-label={t('fromFile.sampleNext')} disabled={row >= preview.rows.length - 1} onClick={() => setRow(row + 1)}><NextIcon /></IconButton></span></Tooltip>
              </Box>
            )}
          >
            {text === '' ? <Typography color="textSecondary">{t('fromFile.sampleEmpty')}</Typography> : <MessageBubble from={senderId || undefined}>{asSent}</MessageBubble>}
          </Section>
        </Box>
      </Box>
      <ActionBar>
        <Button variant="outlined" color="inherit" component={Link} to={stepAddress(1, { upload: preview.uploadId })}>{t('common.back')}</Button>
        <Button type="submit" variant="contained" loading={prepare.isPending}>{t('fromFile.prepare')}</Button>
      </ActionBar>
    </Box>
  );
}

const KINDS = { TRANSACTIONAL: 'transactional', PROMOTIONAL: 'promotional', SHORTCODE: 'shortcode' } as const satisfies Record<Sender['kind'], string>;

/** One of each name; where countries share a name, the client's own country speaks for it. */
function byName(list: readonly Sender[], country: string): Sender[] {
  const names = new Map<string, Sender>();
  for (const sender of list) if (!names.has(sender.senderId) || sender.country === country) names.set(sender.senderId, sender);
  return [...names.values()];
}

function rulesOf(columns: readonly string[], t: TFunction) {
  return z.object({
    campaignName: z.string().check(z.trim(), z.minLength(1, t('fromFile.nameMissing')), z.maxLength(100)),
    senderId: z.string().check(z.minLength(1, t('fromFile.senderMissing'))),
    text: z.string().check(
      z.maxLength(10_000, t('fromFile.textLong')),
      z.refine((text) => text.trim() !== '', { error: t('fromFile.textMissing'), abort: true }),
      z.refine((text) => bindTemplate(parseTemplate(text), columns).unknown.length === 0, {
        error: ({ input }) => t('fromFile.unknownPlaceholder', { name: bindTemplate(parseTemplate(String(input)), columns).unknown[0] ?? '' }),
      }),
    ),
    when: z.enum(['now', 'later']),
    at: z.string(),
  }).check(
    z.refine(({ when, at }) => when === 'now' || at !== '', { error: t('fromFile.dateMissing'), path: ['at'], abort: true }),
    z.refine(({ when, at }) => when === 'now' || secondsOf(at) > Date.now() / 1000, { error: t('fromFile.datePast'), path: ['at'] }),
  );
}

/** A date-and-time field's value, which is in the viewer's zone, as seconds since the epoch. */
function secondsOf(at: string): number {
  return new Date(at).getTime() / 1000;
}

function viewersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function summaryOf(errors: FieldErrors<Form>) {
  return (['campaignName', 'senderId', 'text', 'at'] as const).flatMap((id) => {
    const message = errors[id]?.message;
    return message === undefined ? [] : [{ id, message }];
  });
}

/** The file's columns, each a click away from standing in the text where the cursor is. */
function Columns({ columns, onInsert }: { columns: readonly string[]; onInsert(name: string): void }) {
  const { t } = useTranslation();
  const label = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', maxHeight: 132, overflowY: 'auto', p: '3px', mx: '-3px', mt: '-3px', mb: '5px' }} role="group" aria-labelledby={label}>
      <Typography variant="caption" color="textSecondary" id={label} sx={{ mr: 1 }}>{t('fromFile.insert')}</Typography>
      {columns.map((name) => {
        const usable = isPlaceholderName(name);
        return (
          <Tooltip key={name} title={usable ? '' : t('fromFile.notUsable', { name })}>
            <span>
              <Button
                size="small" variant="outlined" color="inherit" disabled={!usable} aria-label={t('fromFile.insertColumn', { name })}
                // Keeps the cursor where it is in the text.
                onMouseDown={(event) => event.preventDefault()} onClick={() => onInsert(name)} sx={{ minHeight: 26, py: 0.5, fontSize: 12, maxWidth: 220 }}
              >
                <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{`#${name}#`}</Box>
              </Button>
            </span>
          </Tooltip>
        );
      })}
    </Box>
  );
}

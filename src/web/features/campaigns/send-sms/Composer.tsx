import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { placeholders } from '../../../../contract/shared/template.ts';
import { useMe } from '../../../parts/queries.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { useFields, type Fields } from '../../../ui/useFields.ts';
import { type MessageForm, messageRules } from '../parts/messageForm.ts';
import { MessageFields } from '../parts/MessageFields.tsx';
import { clauseOf, useSenderChoices } from '../parts/senders.ts';
import { keyOf, newDraft, readDraft, type Recipients, withNumbers } from './draft.ts';
import { useArrivals, useReply } from './linkArrivals.ts';
import { Preview } from './Preview.tsx';
import { RecipientsSection } from './RecipientsSection.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import { useChosen } from './useChosen.ts';
import { useKeptDraft } from './useKeptDraft.ts';
import { usePrepare } from './usePrepare.ts';
import { Rows } from '../../../ui/layout.tsx';

/** A new campaign: recipients, message and time, with a preview beside them. */
export function Composer() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const [kept] = useState(() => readDraft(me.clientId) ?? newDraft(me.replaceLookalikes));
  const [recipients, setRecipients] = useState<Recipients>(kept.recipients);
  const senders = useSenderChoices();
  const fields = useFields<MessageForm>({
    rules: messageRules(t, {
      timezone: me.timezone,
      nameNeeded: false,
      unknownIn: () => undefined,
    }),
    values: kept.message,
    aliases: { scheduleTimestamp: 'at' },
  });
  const { control } = fields;
  const [senderId, text] = useWatch({ control, name: ['senderId', 'text'] });
  useKeptDraft(me.clientId, kept, recipients, fields);
  useLinks(senders, setRecipients, fields);
  const chosen = useChosen(recipients);
  const { submit, isPreparing, fault, clearFault } = usePrepare(kept, recipients, fields);
  const known = chosen.samples
    .map((sample) => sample.fields)
    .filter((values) => Object.keys(values).length > 0);
  const { people } = chosen;
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Rows isFluid>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <ErrorSummary
            errors={[
              ...(fault === null ? [] : [{ id: 'recipients', message: fault }]),
              ...fields.summary,
            ]}
          />
          <RecipientsSection
            value={recipients}
            onChange={(next) => {
              setRecipients(next);
              clearFault();
            }}
            error={fault ?? undefined}
          />
          <MessageFields
            form={fields}
            senders={senders}
            names={chosen.placeholders}
            insertLabel={t('compose.insert')}
            samples={placeholders(text).length > 0 ? known : []}
            messages={people === 0 ? null : people}
            nameHelp={t('compose.nameHelp')}
            textAside={
              <TemplateMenu
                onUse={(content) =>
                  fields.setValue('text', content, {
                    shouldDirty: true,
                    shouldValidate: fields.errorOf('text') !== undefined,
                  })
                }
                replaces={text.trim() !== ''}
              />
            }
          />
        </Rows>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
          <Preview
            control={control}
            clause={clauseOf(senders.choices, senderId)}
            samples={chosen.samples}
          />
        </Box>
      </Box>
      <ActionBar
        note={
          people === 0
            ? t('compose.noteNobody')
            : t('compose.note', { count: people, value: number(people) })
        }
      >
        <Button type="submit" variant="contained" loading={isPreparing}>
          {t('fromFile.prepare')}
        </Button>
      </ActionBar>
    </Box>
  );
}

/** Fills in what a link to this page names: a template, a group, numbers and a sender ID. */
function useLinks(
  senders: ReturnType<typeof useSenderChoices>,
  setRecipients: (change: (before: Recipients) => Recipients) => void,
  fields: Fields<MessageForm>,
): void {
  useArrivals(
    (content) => fields.setValue('text', content, { shouldDirty: true }),
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
      fields.setValue('senderId', sender, {
        shouldDirty: true,
        shouldValidate: fields.errorOf('senderId') !== undefined,
      }),
  );
}

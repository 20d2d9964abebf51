import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { AT_ONCE, contacts } from '../../../../contract/api/contacts.ts';
import { OPT_OUT_SCOPES, optOuts } from '../../../../contract/api/opt-outs.ts';
import { senders } from '../../../../contract/api/senders.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useMe, useSend } from '../../../parts/queries.ts';
import { useLongList } from '../../../parts/useLongList.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { SearchSelect } from '../../../ui/fields/SearchSelect.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { phonesIn } from '../phonesIn.ts';

/** Adds numbers to the opt-out list: what ends for them, and of which sender ID. */
export function OptOutDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const { page, isLong, isLoading, search } = useLongList(senders.list, {
    'filter.client_ids': [me.clientId],
  });
  const names = [...new Set(page?.senderIds.map(({ senderId }) => senderId))];
  const fields = useFields({
    rules: z.object({
      phones: z.string().check(
        z.refine((written) => phonesIn(written).length > 0, {
          error: t('contacts.numbersMissing'),
        }),
        z.refine((written) => phonesIn(written).length <= AT_ONCE, {
          error: t('contacts.numbersMany'),
        }),
      ),
      scope: z.enum(OPT_OUT_SCOPES),
      sender: z.string(),
      note: z.string().check(z.trim()),
    }),
    values: {
      phones: '',
      scope: 'EVERYTHING' as (typeof OPT_OUT_SCOPES)[number],
      sender: '',
      note: '',
    },
  });
  const { field: sender } = useController({ control: fields.control, name: 'sender' });
  const add = useSend(optOuts.add, {
    changes: [optOuts.list, contacts.list],
    failed: fields.failed,
    done: ({ added }) => {
      onClose();
      toast.success(t('contacts.optOutsAdded', { count: added, value: number(added) }));
    },
  });
  return (
    <FormDialog
      title={t('contacts.addOptOutTitle')}
      action={t('contacts.addAction')}
      busy={add.isPending}
      refusal={fields.refusal}
      width="sm"
      onClose={onClose}
      onSubmit={fields.submit(({ phones, sender, ...form }) =>
        add.mutate({ ...form, phones: phonesIn(phones), ...(sender !== '' && { sender }) }),
      )}
    >
      <TextField
        {...fields.text('phones')}
        label={t('contacts.numbers')}
        help={t('contacts.numbersHelp')}
        multiline
        autoFocus
        input={{ spellCheck: false }}
      />
      <Halves>
        <SelectField control={fields.control} name="scope" label={t('contacts.scope')}>
          {OPT_OUT_SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {t(`contacts.scopes.${scope}`)}
            </option>
          ))}
        </SelectField>
        <SearchSelect
          name="sender"
          label={t('contacts.optOutSender')}
          none={t('contacts.allSenders')}
          error={fields.errorOf('sender')}
          isLong={isLong}
          isLoading={isLoading}
          search={search}
          value={sender.value}
          onChange={sender.onChange}
          choices={names.map((name) => ({ value: name, label: name }))}
        />
      </Halves>
      <TextField
        {...fields.text('note')}
        label={`${t('contacts.note')} (${t('contacts.optional')})`}
        help={t('contacts.noteHelp')}
        autoComplete="off"
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

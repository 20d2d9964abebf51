import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { lazy, Suspense, useEffect } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Sender } from '../../../../contract/api/senders.ts';
import type { Fields } from '../../../ui/fields/useFields.ts';
import type { MessageForm } from './messageForm.ts';
import type { SenderChoices } from './senders.ts';

// Few accounts have more sender IDs than a select shows.
const SenderSearch = lazy(() => import('./SenderSearch.tsx'));

/** The sender ID of a campaign, in the head of its message; the only one is chosen by itself. */
export function SenderField({
  form: { control, setValue },
  senders,
}: {
  form: Fields<MessageForm>;
  senders: SenderChoices;
}) {
  const { t } = useTranslation();
  const { choices, known } = senders;
  const { field, fieldState } = useController({ control, name: 'senderId' });
  const { ref, ...bound } = field;
  const senderId = field.value;
  const error = fieldState.error?.message;
  const said = error ?? (known && choices.length === 0 ? t('fromFile.noSender') : undefined);
  const only = choices.length === 1 ? choices[0]?.senderId : undefined;
  useEffect(() => {
    if (only !== undefined && senderId === '') setValue('senderId', only);
  }, [only, senderId, setValue]);
  const labelOf = (sender: Sender) =>
    [
      sender.senderId,
      t(`fromFile.${KINDS[sender.kind]}`),
      ...(sender.isGeneric ? [t('fromFile.generic')] : []),
    ].join(' · ');
  return (
    <FormControl
      error={error !== undefined}
      sx={{ flex: { xs: '1 1 100%', sm: '0 1 auto' }, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <FormLabel htmlFor="senderId" sx={{ mb: 0 }}>
          {t('fromFile.sender')}
        </FormLabel>
        {senders.isLong ? (
          <Suspense>
            <SenderSearch
              senders={senders}
              labelOf={labelOf}
              field={field}
              isWrong={error !== undefined}
            />
          </Suspense>
        ) : (
          <Select
            native
            {...bound}
            inputRef={ref}
            input={<OutlinedInput />}
            inputProps={{
              id: 'senderId',
              'aria-describedby': said === undefined ? undefined : 'senderId-said',
            }}
            // The field stands beside its label at any length of the choice, which is known later.
            sx={{
              flex: { xs: '1 1 100%', sm: 'none' },
              minWidth: { xs: 0, sm: 200 },
              maxWidth: '100%',
            }}
          >
            {senderId === '' && <option value="">{t('fromFile.chooseSender')}</option>}
            {/* That of a draft, which may be usable no more: the browser would show another one. */}
            {senderId !== '' && !choices.some((each) => each.senderId === senderId) && (
              <option value={senderId}>{senderId}</option>
            )}
            {choices.map((sender) => (
              <option key={sender.senderId} value={sender.senderId}>
                {labelOf(sender)}
              </option>
            ))}
          </Select>
        )}
      </Box>
      {said !== undefined && (
        <FormHelperText id="senderId-said" role={error === undefined ? undefined : 'alert'}>
          {said}
        </FormHelperText>
      )}
    </FormControl>
  );
}

const KINDS = {
  TRANSACTIONAL: 'transactional',
  PROMOTIONAL: 'promotional',
  SHORTCODE: 'shortcode',
} as const satisfies Record<Sender['kind'], string>;

import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase from '@mui/material/InputBase';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { createPortal } from 'react-dom';
import { useTooLong } from '../../../ui/fields/TextField.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import type { MessageForm } from './messageForm.ts';

const MOST_CHARACTERS = 100;

/**
 * The campaign's name, written beside the title of the page.
 * @param slot the place there; nothing shows before it is drawn
 * @param hint shown while there is no name
 */
export function CampaignName({
  form,
  slot,
  hint,
}: {
  form: Fields<MessageForm>;
  slot: HTMLElement | null;
  hint: string;
}) {
  const { t } = useTranslation();
  const { field, error } = form.text('campaignName');
  const name = useWatch({ control: form.control, name: 'campaignName' });
  const tooLong = useTooLong(name.length, MOST_CHARACTERS);
  const said = tooLong ?? error;
  const { ref, ...bound } = field;
  if (slot === null) return null;
  return createPortal(
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minWidth: 0 }}>
      <InputBase
        id="campaignName"
        {...bound}
        inputRef={ref}
        placeholder={hint}
        endAdornment={
          <EditIcon aria-hidden="true" sx={{ fontSize: 16, color: 'text.secondary' }} />
        }
        inputProps={{
          'aria-label': t('fromFile.name'),
          'aria-invalid': said !== undefined,
          'aria-describedby': said === undefined ? undefined : 'campaignName-said',
          autoComplete: 'off',
          title: t('fromFile.nameHelp'),
        }}
        sx={(theme) => ({
          px: 2,
          minHeight: 32,
          maxWidth: '100%',
          borderRadius: '8px',
          typography: 'subtitle1',
          border: `1px solid ${said === undefined ? 'transparent' : theme.vars?.palette.error.main}`,
          '&:hover': { borderColor: theme.vars?.palette.surface.control },
          '&:focus-within': { borderColor: theme.vars?.palette.primary.main },
          // The border of the whole is the ring.
          '& input:focus-visible': { outline: 'none' },
          '& input': {
            fieldSizing: 'content',
            minWidth: 120,
            maxWidth: 420,
            p: 0,
            pr: 2,
            textOverflow: 'ellipsis',
            '&::placeholder': { color: theme.vars?.palette.text.secondary, opacity: 1 },
          },
        })}
      />
      {said !== undefined && (
        <FormHelperText id="campaignName-said" error role="alert">
          {said}
        </FormHelperText>
      )}
    </Box>,
    slot,
  );
}

import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MOST_ATTRIBUTES } from '../../../contract/api/contacts.ts';
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx';
import type { Attribute, ContactForm } from './contactForm.ts';

/** Custom attributes of a contact, each a name and a value. */
export function AttributeFields({ control }: { control: Control<ContactForm> }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'attributes' });
  const all = field.value;
  const change = (at: number, part: Partial<Attribute>) =>
    field.onChange(all.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <Box role="group" id="attributes" tabIndex={-1} aria-labelledby="attributes-label">
      <Typography id="attributes-label" variant="subtitle2" component="h3">
        {t('contacts.attributes')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('contacts.attributesHelp')}
      </Typography>
      {all.map(({ name, value }, at) => (
        <Box key={at} sx={{ display: 'flex', gap: 2, mb: 2 }}>
          <LimitedInput
            most={40}
            fullWidth
            value={name}
            onChange={(event) => change(at, { name: event.target.value })}
            inputProps={{ 'aria-label': t('contacts.attributeName', { n: at + 1 }) }}
          />
          <LimitedInput
            most={500}
            fullWidth
            value={value}
            onChange={(event) => change(at, { value: event.target.value })}
            inputProps={{ 'aria-label': t('contacts.attributeValue', { n: at + 1 }) }}
          />
          <IconButton
            size="small"
            aria-label={t('contacts.removeAttribute', { n: at + 1 })}
            onClick={() => field.onChange(all.filter((_, index) => index !== at))}
          >
            <RemoveIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      {fieldState.error && (
        <Typography role="alert" variant="body2" color="error" sx={{ mb: 2 }}>
          {fieldState.error.message}
        </Typography>
      )}
      {all.length < MOST_ATTRIBUTES && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => field.onChange([...all, { name: '', value: '' }])}
        >
          {t('contacts.addAttribute')}
        </Button>
      )}
    </Box>
  );
}

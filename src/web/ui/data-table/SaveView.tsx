import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../fields/FormField.tsx';
import { LONGEST_VIEW_NAME } from './savedViews.ts';

/** Keeps the present filters under a name; the name of a view that exists gives it the new filters. */
export function SaveView({ save }: { save(label: string): void }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [name, setName] = useState('');
  const label = name.trim();
  const isLong = label.length > LONGEST_VIEW_NAME;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (label === '' || isLong) return;
    setAnchor(null);
    save(label);
  }
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setName('');
          setAnchor(event.currentTarget);
        }}
      >
        {t('list.saveView')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { 'aria-label': t('list.saveView'), role: 'dialog', sx: { mt: 1.5 } } }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={submit}
          sx={{ p: 4, width: 280, display: 'grid', gap: 3 }}
        >
          <FormField
            id="view-name"
            label={t('list.viewName')}
            help={t('list.viewHelp')}
            error={isLong ? t('list.viewLong', { most: LONGEST_VIEW_NAME }) : undefined}
          >
            {(parts) => (
              <OutlinedInput
                {...parts}
                id={parts.id}
                autoFocus
                value={name}
                error={isLong}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormField>
          <Button type="submit" variant="contained" disabled={label === '' || isLong}>
            {t('list.saveView')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}

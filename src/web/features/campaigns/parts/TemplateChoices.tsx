import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { templates } from '../../../../contract/api/templates.ts';
import { messageOf } from '../../../api/call.ts';
import { useLongList } from '../../../parts/useLongList.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';

/** The templates of a menu, and the question where a text is written already. @param anchor null while it is closed */
export function TemplateChoices({
  anchor,
  onClose,
  onUse,
  replaces,
}: {
  anchor: HTMLElement | null;
  onClose(): void;
  onUse(text: string): void;
  replaces: boolean;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ name: string; text: string } | null>(null);
  const { page, isLong, isLoading, isSuccess, error, search } = useLongList(
    templates.list,
    {},
    { first: 50, when: anchor !== null },
  );
  const found = page?.messageTemplates ?? [];
  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        // Tab closes a menu: only a field that has the focus from the start can be typed in.
        autoFocus={!isLong}
        slotProps={{ paper: { sx: { maxWidth: 'min(360px, calc(100% - 32px))', maxHeight: 420 } } }}
      >
        {isLong && (
          <Box component="li" role="none" sx={{ px: 2, pb: 2 }}>
            <OutlinedInput
              fullWidth
              autoFocus
              placeholder={t('list.choiceSearch')}
              value={search.typed}
              onChange={(event) => search.type(event.target.value)}
              // Letters would choose entries of the menu by their beginning, Home and End its ends.
              onKeyDown={(event) => {
                const { key, currentTarget } = event;
                if (key.length === 1 || key === 'Home' || key === 'End') event.stopPropagation();
                if (key !== 'ArrowDown') return;
                // The menu counts from its first entry, also while the field has the focus.
                event.preventDefault();
                currentTarget
                  .closest('[role=menu]')
                  ?.querySelector<HTMLElement>('[role=menuitem]:not([aria-disabled=true])')
                  ?.focus();
              }}
              inputProps={{ 'aria-label': t('list.choiceSearch') }}
            />
          </Box>
        )}
        {isSuccess && !isLoading && found.length === 0 && (
          <MenuItem disabled>{t(isLong ? 'list.choiceNone' : 'templates.empty')}</MenuItem>
        )}
        {page === undefined && (
          <MenuItem disabled>{error === null ? t('loading') : messageOf(error)}</MenuItem>
        )}
        {found.map(({ templateId, name, text }) => (
          <MenuItem
            key={templateId}
            onClick={() => {
              onClose();
              if (replaces) setAsked({ name, text });
              else onUse(text);
            }}
            sx={{ display: 'block' }}
          >
            <Typography noWrap>{name}</Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {text}
            </Typography>
          </MenuItem>
        ))}
        <Divider />
        <MenuItem component={Link} to="/dashboard/campaigns/sms-templates">
          {t('compose.allTemplates')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asked !== null}
        title={t('compose.replaceTextTitle')}
        action={t('compose.replaceText')}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) onUse(asked.text);
          setAsked(null);
        }}
      >
        {t('compose.replaceTextBody', { name: asked?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}

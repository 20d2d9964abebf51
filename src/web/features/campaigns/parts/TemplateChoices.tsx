import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { templates } from '../../../../contract/api/templates.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

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
  const list = useGet(templates.list, { pageSize: 50, pageToken: '' }, { when: anchor !== null });
  const found = list.data?.messageTemplates ?? [];
  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        slotProps={{ paper: { sx: { maxWidth: 360, maxHeight: 420 } } }}
      >
        {list.isSuccess && found.length === 0 && (
          <MenuItem disabled>{t('templates.empty')}</MenuItem>
        )}
        {list.isPending && <MenuItem disabled>{t('loading')}</MenuItem>}
        {list.isError && <MenuItem disabled>{messageOf(list.error)}</MenuItem>}
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

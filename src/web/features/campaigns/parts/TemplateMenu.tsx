import TemplateIcon from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { templates } from '../../../../contract/api/templates.ts';
import { useGet } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

/** Takes a text from a template; asks first where one is written already. */
export function TemplateMenu({
  onUse,
  replaces,
}: {
  onUse(text: string): void;
  replaces: boolean;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<{ name: string; text: string } | null>(null);
  const list = useGet(templates.list, { pageSize: 50, pageToken: '' }, { when: anchor !== null });
  const found = list.data?.messageTemplates ?? [];
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<TemplateIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('compose.useTemplate')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxWidth: 360, maxHeight: 420 } } }}
      >
        {list.isSuccess && found.length === 0 && (
          <MenuItem disabled>{t('templates.empty')}</MenuItem>
        )}
        {!list.isSuccess && <MenuItem disabled>{t('loading')}</MenuItem>}
        {found.map(({ templateId, name, text }) => (
          <MenuItem
            key={templateId}
            onClick={() => {
              setAnchor(null);
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

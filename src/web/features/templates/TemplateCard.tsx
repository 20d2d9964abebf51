import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { measureText } from '../../../contract/shared/sms.ts';
import { parseTemplate } from '../../../contract/shared/template.ts';
import type { MessageTemplate } from '../../../contract/api/templates.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';

/** A template by its look: its text with its placeholders, and the segments that it takes before they are filled in. */
export function TemplateCard({
  template: { templateId, name, text, updateTimestamp },
  actions,
}: {
  template: MessageTemplate;
  actions: readonly RowAction[];
}) {
  const { t } = useTranslation();
  const { segments } = useFormat();
  const measure = measureText(text);
  const use = `/dashboard/campaigns/send-sms?template=${templateId}`;
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: 4,
        minWidth: 0,
        borderRadius: '10px',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        transition: theme.transitions.create('border-color', { duration: 150 }),
        '&:hover': { borderColor: theme.vars?.palette.surface.control },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 30 }}>
        <Link
          component={RouterLink}
          to={use}
          variant="subtitle1"
          noWrap
          sx={{ flex: 1, minWidth: 0 }}
        >
          {name}
        </Link>
        <RowMenu name={name} actions={actions} />
      </Box>
      <Box
        sx={(theme) => ({
          flex: 1,
          px: 3,
          py: 2,
          borderRadius: '14px 14px 14px 4px',
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        <Typography
          variant="body2"
          title={text}
          sx={{
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 4,
            overflow: 'hidden',
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
          }}
        >
          <WithPlaceholders text={text} />
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ flex: 1, minWidth: 0 }}
        >
          <Box component="span" sx={{ color: 'text.primary', fontWeight: 550 }}>
            {segments(measure.segments)}
          </Box>
          {` · ${t(`fromFile.encoding.${measure.encoding}`)}`}
          <Box component="span" sx={{ display: 'block' }}>
            {`${t('templates.updated')} `}
            <Time at={updateTimestamp} />
          </Box>
        </Typography>
        <Button size="small" variant="outlined" component={RouterLink} to={use}>
          {t('templates.use')}
        </Button>
      </Box>
    </Box>
  );
}

/** A text whose placeholders stand out. */
function WithPlaceholders({ text }: { text: string }) {
  return parseTemplate(text).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Box
        key={at}
        component="span"
        sx={(theme) => ({
          // Its ground takes no room, so that a comma follows as in the message.
          boxShadow: `0 0 0 2px ${theme.vars?.palette.tone.info.ground}`,
          borderRadius: 'var(--corner-small)',
          fontWeight: 550,
          color: theme.vars?.palette.tone.info.text,
          backgroundColor: theme.vars?.palette.tone.info.ground,
        })}
      >
        {`#${part.placeholder}#`}
      </Box>
    ),
  );
}

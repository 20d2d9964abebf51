import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { genericSettings } from '../../contract/connectors.ts';
import { COMMON_NAMES, fillQuery, fillRequest, MESSAGE_NAMES } from '../../contract/requests.ts';
import { Section } from '../ui/Page.tsx';

const SAMPLE = { text: 'Hello Asha, your order "K-17" is ready.', destinations: ['254712345678', '254733445566'], messageId: '0199b3a6-7c00-7000-8000-000000000001' };
const HIDDEN = '••••••';
const NAMES = [...MESSAGE_NAMES, ...COMMON_NAMES];

/** The request that a template comes to for a message nobody sends, and what may stand in it. */
export function RequestPreview({ settings: given, onInsert }: { settings: Record<string, unknown>; onInsert(text: string): void }) {
  const { t } = useTranslation();
  const parsed = genericSettings.safeParse(given);
  return (
    <Box sx={{ display: 'grid', gap: 5, position: { lg: 'sticky' }, top: { lg: 72 } }}>
      {parsed.success && <Preview settings={parsed.data} />}
      <Section title={t('connectors.form.placeholders')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>{t('connectors.form.placeholdersText')}</Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, fontSize: 13 }}>
          {NAMES.map((name) => (
            <Box component="li" key={name} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline' }}>
              <Button size="small" color="inherit" aria-label={t('connectors.form.insert', { name: `{{${name}}}` })} onClick={() => onInsert(`{{${name}}}`)} sx={{ fontFamily: 'ui-monospace, monospace', fontSize: 12, px: 1, minWidth: 0 }}>{`{{${name}}}`}</Button>
              <Box component="span" sx={{ color: 'text.secondary' }}>{t(`connectors.placeholders.${name}`)}</Box>
            </Box>
          ))}
          <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline' }}>
            <Box component="code" sx={{ fontSize: 12, px: 1 }}>{'{{#messages}}'}</Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>{t('connectors.placeholders.#messages', { close: '{{/messages}}' })}</Box>
          </Box>
        </Box>
      </Section>
    </Box>
  );
}

function Preview({ settings }: { settings: ReturnType<typeof genericSettings.parse> }) {
  const { t } = useTranslation();
  const { url, headers, body, method } = fillRequest(settings, samplesOf(settings));
  const authentication: Record<string, string> = settings.auth === 'basic' ? { authorization: `Basic ${HIDDEN}` } : settings.auth === 'bearer' || settings.auth === 'oauth' ? { authorization: `Bearer ${HIDDEN}` } : settings.auth === 'api key' ? { [settings.auth_header.toLowerCase()]: HIDDEN } : {};
  const request = [`${method} ${url}`, ...Object.entries({ ...headers, ...authentication }).map(([name, value]) => `${name}: ${value}`), ...body === undefined ? [] : ['', body]].join('\n');
  const broken = body !== undefined && settings.content_type === 'json' && !isJson(body);
  return (
    <Section title={t('connectors.form.preview')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>{t('connectors.form.previewText')}</Typography>
      <Box component="pre" tabIndex={0} aria-label={t('connectors.form.preview')} sx={(theme) => ({ m: 0, p: 3, borderRadius: '8px', fontSize: 12, lineHeight: '18px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 320, overflow: 'auto', backgroundColor: theme.vars?.palette.surface.accent })}>{request}</Box>
      {broken && <Alert severity="warning" sx={{ mt: 3 }}>{t('connectors.form.previewWrong')}</Alert>}
    </Section>
  );
}

/** As many messages as a request would have, two at the most. */
function samplesOf(settings: ReturnType<typeof genericSettings.parse>): Record<string, string>[] {
  const numbers = SAMPLE.destinations.slice(0, settings.batch_size > 1 ? 2 : 1).map((number) => `${settings.plus ? '+' : ''}${number}`);
  return numbers.map((destination) => {
    const own = {
      destination, destinations: numbers.join(','), count: String(numbers.length), username: settings.username, secret: HIDDEN, sender: settings.src_addr || 'TUMA', text: SAMPLE.text, messageId: SAMPLE.messageId, encoding: 'GSM7', coding: '0', kannelCoding: '0',
      // Its letters are the same in ASCII and in the standard alphabet.
      hexText: [...new TextEncoder().encode(SAMPLE.text)].map((octet) => octet.toString(16).padStart(2, '0')).join(''),
    };
    return { ...own, callbackUrl: settings.callback_base === '' ? '' : `${settings.callback_base.replace(/\/$/, '')}/callbacks/…${fillQuery(settings.callback_query, own)}` };
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { genericSettings } from '../../../../contract/api/connector-generic-settings.ts';
import {
  COMMON_NAMES,
  fillQuery,
  fillRequest,
  MESSAGE_NAMES,
} from '../../../../contract/api/request-template.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';

const SAMPLE = {
  text: 'Hello Asha, your order "K-17" is ready.',
  destinations: ['254712345678', '254733445566'],
  messageId: '0199b3a6-7c00-7000-8000-000000000001',
};
const MONO = { fontFamily: 'ui-monospace, monospace', fontSize: 12 };
const HIDDEN = '••••••';
const NAMES = [...MESSAGE_NAMES, ...COMMON_NAMES];

/** The request that a template makes of a sample message, and the placeholders that it may use. */
export function RequestPreview({
  settings: given,
  onInsert,
}: {
  settings: Record<string, unknown>;
  onInsert(text: string): void;
}) {
  const { t } = useTranslation();
  const parsed = genericSettings.safeParse({ ...given, url: given['url'] || 'https://…' });
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 5,
        position: { lg: 'sticky' },
        top: { lg: STICKY_TOP },
        maxHeight: { lg: 'calc(100dvh - 160px)' },
        overflow: { lg: 'auto' },
      }}
    >
      {parsed.success && <Preview settings={parsed.data} />}
      <Section title={t('connectors.form.placeholders')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {t('connectors.form.placeholdersText')}
        </Typography>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'auto minmax(0, 1fr)',
            columnGap: 3,
            rowGap: 1,
            alignItems: 'center',
            fontSize: 13,
            lineHeight: '18px',
          }}
        >
          {NAMES.map((name) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <dt>
                <Button
                  size="small"
                  color="inherit"
                  aria-label={t('connectors.form.insert', { name: `{{${name}}}` })}
                  onClick={() => onInsert(`{{${name}}}`)}
                  sx={{ ...MONO, px: 1, minWidth: 0 }}
                >{`{{${name}}}`}</Button>
              </dt>
              <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
                {t(`connectors.placeholders.${name}`)}
              </Box>
            </Box>
          ))}
          <Box component="dt" sx={{ ...MONO, px: 1 }}>
            {'{{#messages}}'}
          </Box>
          <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
            {t('connectors.placeholders.#messages', { close: '{{/messages}}' })}
          </Box>
        </Box>
      </Section>
    </Box>
  );
}

function Preview({ settings }: { settings: ReturnType<typeof genericSettings.parse> }) {
  const { t } = useTranslation();
  const { url, headers, body, method } = fillRequest(settings, samplesOf(settings));
  const authentication: Record<string, string> =
    settings.auth === 'basic'
      ? { authorization: `Basic ${HIDDEN}` }
      : settings.auth === 'bearer' || settings.auth === 'oauth'
        ? { authorization: `Bearer ${HIDDEN}` }
        : settings.auth === 'api key'
          ? { [settings.auth_header.toLowerCase()]: HIDDEN }
          : {};
  const request = [
    `${method} ${url}`,
    ...Object.entries({ ...headers, ...authentication }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(body === undefined ? [] : ['', body]),
  ].join('\n');
  const broken = body !== undefined && settings.content_type === 'json' && !isJson(body);
  return (
    <Section title={t('connectors.form.preview')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {t('connectors.form.previewText')}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('connectors.form.preview')}
        sx={(theme) => ({
          m: 0,
          p: 3,
          borderRadius: 'var(--corner)',
          fontSize: 12,
          lineHeight: '18px',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          maxHeight: 320,
          overflow: 'auto',
          backgroundColor: theme.vars?.palette.surface.accent,
        })}
      >
        {request}
      </Box>
      {broken && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {t('connectors.form.previewWrong')}
        </Alert>
      )}
    </Section>
  );
}

/** As many messages as a request would have, two at the most. */
function samplesOf(settings: ReturnType<typeof genericSettings.parse>): Record<string, string>[] {
  const numbers = SAMPLE.destinations
    .slice(0, settings.batch_size > 1 ? 2 : 1)
    .map((number) => `${settings.plus ? '+' : ''}${number}`);
  return numbers.map((destination) => {
    const own = {
      destination,
      destinations: numbers.join(','),
      count: String(numbers.length),
      username: settings.username,
      secret: HIDDEN,
      sender: settings.src_addr || 'TUMA',
      text: SAMPLE.text,
      messageId: SAMPLE.messageId,
      encoding: 'GSM7',
      coding: '0',
      kannelCoding: '0',
      // The letters of the sample are the same in ASCII and in GSM 03.38.
      hexText: [...new TextEncoder().encode(SAMPLE.text)]
        .map((octet) => octet.toString(16).padStart(2, '0'))
        .join(''),
    };
    return {
      ...own,
      callbackUrl:
        settings.callback_base === ''
          ? ''
          : `${settings.callback_base.replace(/\/$/, '')}/callbacks/…${fillQuery(settings.callback_query, own)}`,
    };
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

import SendIcon from '@mui/icons-material/SendOutlined';
import PhoneIcon from '@mui/icons-material/SmartphoneOutlined';
import SignalIcon from '@mui/icons-material/SignalCellularAlt';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { sandbox, type HandsetMessage } from '../../../contract/api/sandbox.ts';
import { LIVE, useGet, useSend } from '../../parts/queries.ts';
import { CallError, messageOf } from '../../api/call.ts';
import { useFormat, useNow } from '../../ui/figures.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { Chooser } from './Chooser.tsx';
import { Code } from './Code.tsx';
import { Linked } from './Linked.tsx';
import { Recent } from './Recent.tsx';

type Latest = Output<typeof sandbox.latest>['handsets'];
type People = Output<typeof sandbox.accounts>['accounts'];

/** Somebody's phone: what came to it, and a way to answer. */
export function Handset({
  phone,
  recent,
  people,
  onPhone,
}: {
  phone: string;
  recent: Latest;
  people: People;
  onPhone(phone: string): void;
}) {
  const { t } = useTranslation();
  const { relative } = useFormat();
  const query = useGet(sandbox.handset, { phone }, { when: phone !== '', every: () => LIVE });
  const wrong = query.error instanceof CallError && query.error.status === 400;
  const now = useNow();
  const latest = recent.map((handset) => ({
    value: handset.phone,
    about: relative(handset.arriveTimestamp, now),
  }));
  const choices = [
    ...latest,
    ...people
      .filter((person) => !recent.some((handset) => handset.phone === person.phone))
      .map((person) => ({ value: person.phone, about: t(`roles.${person.accessLevel}`) })),
  ];
  return (
    <Section title={t('sandbox.phone')}>
      <Chooser
        id="handset"
        type="tel"
        label={t('sandbox.handset.number')}
        hint={t('sandbox.handset.hint')}
        value={phone}
        choices={choices}
        error={wrong ? t('sandbox.handset.wrong') : undefined}
        onChoose={onPhone}
      />
      <Box
        component="section"
        aria-label={t('sandbox.handset.name', { phone: query.data?.phone ?? '' })}
        sx={(theme) => ({
          mt: 5,
          mx: 'auto',
          width: '100%',
          maxWidth: 340,
          height: {
            xs: 'clamp(460px, 100dvh - 120px, 620px)',
            md: 'clamp(460px, 100dvh - 340px, 660px)',
          },
          p: '9px',
          borderRadius: '40px',
          backgroundColor: '#1A222B',
          boxShadow: '0 12px 32px rgb(10 20 30 / 0.18)',
          ...theme.applyStyles('dark', {
            backgroundColor: '#05080B',
            boxShadow: `0 0 0 1px ${theme.vars?.palette.surface.control}`,
          }),
        })}
      >
        <Box
          sx={(theme) => ({
            height: '100%',
            borderRadius: '32px',
            overflow: 'hidden',
            display: 'flex',
            flexDirection: 'column',
            backgroundColor: theme.vars?.palette.background.paper,
          })}
        >
          <StatusBar />
          {query.data === undefined ? (
            <Box sx={{ flex: 1, display: 'grid', alignContent: 'safe center', overflowY: 'auto' }}>
              {query.isError && !wrong ? (
                <ErrorState
                  title={t('list.failed')}
                  text={messageOf(query.error)}
                  retry={() => void query.refetch()}
                />
              ) : (
                <>
                  <EmptyState
                    icon={<PhoneIcon />}
                    title={t('sandbox.handset.choose')}
                    text={t('sandbox.handset.chooseText')}
                  />
                  <Recent label={t('sandbox.handset.recent')} choices={latest} onChoose={onPhone} />
                </>
              )}
            </Box>
          ) : (
            <Conversation phone={query.data.phone} messages={query.data.messages} />
          )}
        </Box>
      </Box>
    </Section>
  );
}

function StatusBar() {
  const { i18n } = useTranslation();
  const now = useNow();
  return (
    <Box
      aria-hidden="true"
      sx={{
        flex: 'none',
        display: 'grid',
        gridTemplateColumns: '1fr auto 1fr',
        alignItems: 'center',
        px: 5,
        pt: 2.5,
        pb: 1,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 600,
      }}
    >
      <span>
        {new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', hourCycle: 'h23' }).format(
          now * 1000,
        )}
      </span>
      <Box
        sx={(theme) => ({
          width: 72,
          height: 18,
          borderRadius: '9px',
          backgroundColor: '#1A222B',
          ...theme.applyStyles('dark', { backgroundColor: '#05080B' }),
        })}
      />
      <SignalIcon sx={{ fontSize: 15, justifySelf: 'end' }} />
    </Box>
  );
}

function Conversation({ phone, messages }: { phone: string; messages: readonly HandsetMessage[] }) {
  const { t } = useTranslation();
  const screen = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.messageId;
  // The newest is the one that was waited for.
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [newest, phone]);
  return (
    <>
      <Box
        sx={(theme) => ({
          flex: 'none',
          textAlign: 'center',
          pb: 2.5,
          px: 4,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Typography variant="subtitle1" component="h3">
          {phone}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {t('sandbox.handset.texts')}
        </Typography>
      </Box>
      <Box
        ref={screen}
        role="log"
        tabIndex={0}
        aria-label={t('sandbox.handset.texts')}
        sx={(theme) => ({
          flex: 1,
          overflowY: 'auto',
          p: 3.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 3.5,
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: -2,
          },
        })}
      >
        {messages.length === 0 && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ m: 'auto', textAlign: 'center', textWrap: 'balance', px: 4 }}
          >
            {t('sandbox.handset.empty')}
          </Typography>
        )}
        {messages.map((message) => (
          <Text key={message.messageId} message={message} />
        ))}
      </Box>
      <Reply
        key={phone}
        phone={phone}
        latest={messages.findLast(({ written }) => !written)?.other ?? messages.at(-1)?.other ?? ''}
      />
    </>
  );
}

/** What the simulated carrier calls a text that reached its phone. */
const REACHED = ['DELIVRD', 'DeliveredToTerminal'];
/** On the way to a final word. */
const UNDERWAY = ['ACCEPTD', 'SentToNetwork', 'ENROUTE'];

function Text({
  message: { written, other, text, parts, partsArrived, timestamp, outcome },
}: {
  message: HandsetMessage;
}) {
  const { t, i18n } = useTranslation();
  const lost = outcome !== null && !REACHED.includes(outcome) && !UNDERWAY.includes(outcome);
  const time = formatTimestamp(timestamp, 'dd MMM HH:mm', undefined, i18n.language);
  return (
    <MessageBubble
      written={written}
      from={written ? t('sandbox.handset.you', { to: other }) : other}
      note={
        <>
          {time}
          {parts > 1 && ` · ${t('sandbox.handset.parts', { parts })}`}
          {lost && (
            <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
              {t('sandbox.handset.lost', { outcome })}
            </Box>
          )}
        </>
      }
    >
      {text === null ? (
        <Typography component="span" color="textSecondary">
          {partsArrived < parts
            ? t('sandbox.handset.waiting', { arrived: partsArrived, parts })
            : t('sandbox.handset.data')}
        </Typography>
      ) : (
        <>
          <Code text={written ? '' : text} />
          {text !== '' && (
            <div>
              <Linked text={text} />
            </div>
          )}
        </>
      )}
    </MessageBubble>
  );
}

function Reply({ phone, latest }: { phone: string; latest: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [to, setTo] = useState<string | null>(null);
  const [text, setText] = useState('');
  const receiver = useRef<HTMLInputElement>(null);
  const whom = to ?? latest;
  const write = useSend(sandbox.write, {
    changes: [sandbox.handset],
    done: (_output, sent) => {
      setText('');
      toast.success(t('sandbox.handset.sent', { to: sent.to }));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (whom.trim() === '') return receiver.current?.focus();
    if (text.trim() !== '' && !write.isPending) write.mutate({ phone, to: whom.trim(), text });
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={t('sandbox.handset.reply')}
      sx={(theme) => ({
        flex: 'none',
        p: 3,
        pb: 4,
        display: 'grid',
        gap: 2,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      <OutlinedInput
        value={whom}
        onChange={(event) => setTo(event.target.value)}
        inputRef={receiver}
        placeholder={t('sandbox.handset.toHint')}
        startAdornment={
          <Typography component="span" variant="body2" color="textSecondary" sx={{ mr: 2 }}>
            {t('sandbox.handset.to')}
          </Typography>
        }
        inputProps={{
          'aria-label': t('sandbox.handset.to'),
          maxLength: 20,
          spellCheck: false,
          autoCapitalize: 'none',
        }}
        sx={{ pl: 3, '& input': { px: 0, fontSize: { sm: 13 } } }}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <OutlinedInput
          fullWidth
          multiline
          maxRows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('sandbox.handset.replyHint')}
          inputProps={{ 'aria-label': t('sandbox.handset.reply'), maxLength: 1600 }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submit(event);
          }}
        />
        <IconButton
          type="submit"
          aria-label={t('sandbox.handset.send')}
          disabled={write.isPending}
          sx={(theme) => ({
            width: 40,
            height: 40,
            flex: 'none',
            color: theme.vars?.palette.primary.contrastText,
            backgroundColor: theme.vars?.palette.primary.main,
            '&:hover': {
              color: theme.vars?.palette.primary.contrastText,
              backgroundColor: theme.vars?.palette.primary.dark,
            },
          })}
        >
          <SendIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
    </Box>
  );
}

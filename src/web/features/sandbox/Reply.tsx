import SendIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sandbox } from '../../../contract/api/sandbox.ts';
import { useSend } from '../../parts/queries.ts';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx';

/** As the server takes a receiver and a text. */
const MOST_RECEIVER = 20;
const MOST_TEXT = 1600;

export function Reply({ phone, latest }: { phone: string; latest: string }) {
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
    if (whom.length > MOST_RECEIVER || text.length > MOST_TEXT) return;
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
      <LimitedInput
        most={MOST_RECEIVER}
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
          spellCheck: false,
          autoCapitalize: 'none',
        }}
        sx={{ pl: 3, '& input': { px: 0, fontSize: { sm: 13 } } }}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <LimitedInput
          most={MOST_TEXT}
          fullWidth
          multiline
          maxRows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('sandbox.handset.replyHint')}
          inputProps={{ 'aria-label': t('sandbox.handset.reply') }}
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

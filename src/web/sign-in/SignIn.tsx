import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/auth.ts';
import type { Output } from '../../contract/endpoint.ts';
import { call, CallError, messageOf } from '../call.ts';
import { isSecurePage, takeNotice, writeSession, type Notice } from '../session.ts';
import { FormField } from '../ui/FormField.tsx';
import { LanguageMenu } from '../ui/LanguageMenu.tsx';
import { Logo } from '../ui/Logo.tsx';
import { SchemeMenu } from '../ui/SchemeMenu.tsx';
import { CodeForm } from './CodeForm.tsx';
import { Picture } from './Picture.tsx';
import { SandboxAccounts } from './SandboxAccounts.tsx';

type Challenge = Extract<Output<typeof auth.signIn>, { otpRequired: true }>;
type Mistakes = { username?: string; password?: string };

/** The sign-in page. Keeps what was typed in memory alone; the password is cleared after a refusal. */
export function SignIn({ onSignedIn }: { onSignedIn(): void }) {
  const { t, i18n } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);

  useEffect(() => { document.title = `${t('signIn.title')} · ${t('product.name')}`; }, [t, i18n.language]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found: Mistakes = {
      username: username.trim() === '' ? t('signIn.usernameMissing') : undefined,
      password: password === '' ? t('signIn.passwordMissing') : undefined,
    };
    setMistakes(found);
    setRefusal(null);
    if (found.username) return usernameInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    setBusy(true);
    try {
      const answer = await call(auth.signIn, { username, password });
      if ('otpRequired' in answer) {
        setBusy(false);
        setPassword('');
        return setChallenge(answer);
      }
      await writeSession(answer);
      onSignedIn();
    } catch (failure) {
      setBusy(false);
      setRefusal(messageOf(failure));
      if (failure instanceof CallError && failure.status === 401) {
        setPassword('');
        passwordInput.current?.focus();
      }
    }
  }

  function fill(email: string, secret: string) {
    setUsername(email);
    setPassword(secret);
    setMistakes({});
    setRefusal(null);
    submitButton.current?.focus();
  }

  return (
    <Box sx={{ minHeight: '100dvh', display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) minmax(0, 1.1fr)' } }}>
      <Picture />
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, bgcolor: 'background.paper' }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, p: 4 }}>
          <Box sx={{ mr: 'auto', display: { md: 'none' } }}><Logo height={28} /></Box>
          <LanguageMenu />
          <SchemeMenu />
        </Box>
        <Box component="main" sx={{ flex: 1, display: 'grid', alignContent: 'safe center', justifyContent: 'center', px: 4, pb: { xs: 8, md: 18 }, pt: { xs: 6, md: 0 } }}>
          <Box sx={{ width: 400, maxWidth: 'calc(100vw - 32px)', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
            <Typography variant="h1" sx={{ fontSize: 26, lineHeight: '34px' }}>{t('signIn.heading', { name: t('product.name') })}</Typography>
            <LoggedOut />
            {!isSecurePage && <Alert severity="warning">{t('signIn.insecure')}</Alert>}
            {refusal !== null && <Alert severity="error">{refusal}</Alert>}
            {challenge !== null ? <CodeForm challenge={challenge} onSignedIn={onSignedIn} onBack={() => setChallenge(null)} /> : (
              <>
                <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 5 }}>
                  <FormField id="username" label={t('signIn.username')} help={t('signIn.usernameHelp')} error={mistakes.username}>
                    {(parts) => (
                      <OutlinedInput
                        id={parts.id} name="username" autoComplete="username" autoFocus value={username} onChange={(event) => setUsername(event.target.value)} inputRef={usernameInput}
                        inputProps={{ 'aria-describedby': parts['aria-describedby'], autoCapitalize: 'none', spellCheck: false, maxLength: 254 }}
                      />
                    )}
                  </FormField>
                  <FormField id="password" label={t('signIn.password')} error={mistakes.password}>
                    {(parts) => (
                      <OutlinedInput
                        id={parts.id} name="password" type={shown ? 'text' : 'password'} autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} inputRef={passwordInput}
                        inputProps={{ 'aria-describedby': parts['aria-describedby'], maxLength: 128 }}
                        endAdornment={(
                          <InputAdornment position="end">
                            <IconButton size="small" edge="end" aria-label={shown ? t('signIn.hide') : t('signIn.show')} aria-pressed={shown} onClick={() => setShown(!shown)}>
                              {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
                            </IconButton>
                          </InputAdornment>
                        )}
                      />
                    )}
                  </FormField>
                  <Button type="submit" variant="contained" size="large" loading={busy} ref={submitButton}>{busy ? t('signIn.submitting') : t('signIn.submit')}</Button>
                </Box>
                <SandboxAccounts onChoose={fill} />
              </>
            )}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** Why somebody finds themselves here: a reason stays, a plain logout goes after three seconds. */
function LoggedOut() {
  const { t } = useTranslation();
  const [notice, setNotice] = useState<Notice | null>(takeNoticeOnce);
  useEffect(() => {
    if (notice === null || notice.reason !== null) return;
    const timer = setTimeout(() => setNotice(null), 3000);
    return () => clearTimeout(timer);
  }, [notice]);
  if (notice === null) return null;
  return notice.reason === null
    ? <Alert severity="warning">{t('signIn.loggedOut')}</Alert>
    : <Alert severity="error" onClose={() => setNotice(null)}>{t('signIn.loggedOutReason', { reason: notice.reason.toUpperCase() })}</Alert>;
}

let taken: { notice: Notice | null } | undefined;
// Taking it removes it, and React may ask for the first state twice.
function takeNoticeOnce(): Notice | null {
  taken ??= { notice: takeNotice() };
  return taken.notice;
}

import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sms, type FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { keyOf, queries } from '../../../parts/queries.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { newDraft, stepAddress, writeDraft, type Draft } from './draft.ts';
import { Rows, SideScroll } from '../../../ui/layout.tsx';

const LARGEST = 300 * 1024 * 1024;
const KINDS = /\.(csv|txt|tsv|xlsx)$/i;

type Chosen = { preview: FilePreview; draft: Draft };
type Uploading = { file: File; sent: number; stop: AbortController };

/** Step 1: a file, and which of its columns holds the numbers. */
export function RecipientsStep({ file: chosen, gone }: { file: Chosen | null; gone: boolean }) {
  const { t } = useTranslation();
  const { bytes, rows } = useFormat();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [replacing, setReplacing] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useWarningWhile(uploading !== null);

  async function take(files: File[]) {
    const [file] = files;
    if (!file) return;
    const wrong =
      files.length > 1
        ? t('fromFile.dropMany')
        : !KINDS.test(file.name)
          ? t('fromFile.dropWrong', { name: file.name })
          : file.size === 0
            ? t('fromFile.dropEmpty')
            : file.size > LARGEST
              ? t('fromFile.dropLarge', { size: bytes(file.size) })
              : null;
    setRefusal(wrong);
    if (wrong !== null) return;
    const stop = new AbortController();
    running.current = stop;
    setUploading({ file, sent: 0, stop });
    try {
      const preview = await upload(sms.fromFileStep1, {}, file, {
        signal: stop.signal,
        progress: (sent) => setUploading({ file, sent, stop }),
      });
      queries.setQueryData(keyOf(sms.upload, { uploadId: preview.uploadId }), preview);
      writeDraft(preview.uploadId, { ...newDraft(preview), ...(chosen && kept(chosen.draft)) });
      void navigate(stepAddress(1, { upload: preview.uploadId }));
    } catch (failure) {
      if (!stop.signal.aborted) setRefusal(messageOf(failure));
    } finally {
      setUploading(null);
    }
  }

  if (uploading !== null) {
    const { file, sent, stop } = uploading;
    const whole = sent >= file.size;
    return (
      <Section>
        <ProgressBar
          label={whole ? t('fromFile.reading') : t('fromFile.uploading', { name: file.name })}
          value={whole ? null : sent / file.size}
          detail={t('fromFile.uploaded', {
            done: bytes(Math.min(sent, file.size)),
            total: bytes(file.size),
          })}
        />
        <Button variant="outlined" color="inherit" sx={{ mt: 4 }} onClick={() => stop.abort()}>
          {t('fromFile.cancelUpload')}
        </Button>
      </Section>
    );
  }
  return (
    <Rows isFluid>
      {gone && (
        <Alert severity="warning">
          <AlertTitle>{t('fromFile.gone')}</AlertTitle>
          {t('fromFile.goneText')}
        </Alert>
      )}
      {refusal !== null && (
        <Alert severity="error" onClose={() => setRefusal(null)}>
          <AlertTitle>{t('fromFile.uploadFailed')}</AlertTitle>
          {refusal}
        </Alert>
      )}
      {chosen === null || replacing ? (
        <FileDrop
          title={t('fromFile.drop')}
          or={t('fromFile.dropOr')}
          browse={t('fromFile.browse')}
          help={t('fromFile.dropHelp')}
          accept=".csv,.txt,.tsv,.xlsx"
          onFiles={(files) => void take(files)}
        />
      ) : (
        <>
          <Section>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
              <Box
                aria-hidden="true"
                sx={(theme) => ({
                  width: 40,
                  height: 40,
                  borderRadius: '10px',
                  display: 'grid',
                  placeItems: 'center',
                  color: theme.vars?.palette.primary.main,
                  backgroundColor: theme.vars?.palette.surface.accent,
                })}
              >
                <FileIcon />
              </Box>
              <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
                <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
                  {chosen.preview.fileName}
                </Typography>
                <Typography
                  variant="body2"
                  color="textSecondary"
                >{`${rows(chosen.preview.rowCount)} · ${bytes(chosen.preview.bytes)} · ${chosen.preview.encoding.toUpperCase()}`}</Typography>
              </Box>
              <Button variant="outlined" color="inherit" onClick={() => setReplacing(true)}>
                {t('fromFile.replace')}
              </Button>
            </Box>
          </Section>
          {chosen.preview.rowCount === 0 ? (
            <Alert severity="warning">
              <AlertTitle>{t('fromFile.noRows')}</AlertTitle>
              {t('fromFile.noRowsText')}
            </Alert>
          ) : (
            <PhoneColumn {...chosen} />
          )}
        </>
      )}
    </Rows>
  );
}

/** Keeps the texts for the next file; column names belong to the file. */
function kept({ campaignName, senderId, text, when, at }: Draft): Partial<Draft> {
  return text === '' ? {} : { campaignName, senderId, text, when, at };
}

function PhoneColumn({ preview, draft }: Chosen) {
  const { t } = useTranslation();
  const { rows } = useFormat();
  const navigate = useNavigate();
  const [column, setColumn] = useState(draft.phoneColumn);
  // The column of the numbers is always shown, at any position.
  const shown = preview.columns.filter((name, at) => at < 5 || name === column);

  function goOn() {
    writeDraft(preview.uploadId, { ...draft, phoneColumn: column });
    void navigate(stepAddress(2, { upload: preview.uploadId }));
  }

  return (
    <>
      <Section>
        <Box sx={{ maxWidth: 440 }}>
          <FormField
            id="phone-column"
            label={t('fromFile.phoneColumn')}
            help={
              column !== '' && column === preview.suggestedPhoneColumn
                ? t('fromFile.suggested')
                : t('fromFile.phoneColumnHelp')
            }
          >
            {(parts) => (
              <Select
                native
                value={column}
                onChange={(event) => setColumn(event.target.value)}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
              >
                {column === '' && <option value="">{DASHES}</option>}
                {preview.columns.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('fromFile.previewTitle')} flush>
        <SideScroll tabIndex={0} role="region" aria-label={t('fromFile.previewTitle')}>
          <Table aria-label={t('fromFile.previewTitle')}>
            <TableHead>
              <TableRow>
                {shown.map((name) => (
                  <TableCell key={name} sx={name === column ? PHONE : undefined}>
                    {name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {preview.rows.map((row, index) => (
                <TableRow key={index}>
                  {shown.map((name) => (
                    <TableCell
                      key={name}
                      sx={{
                        maxWidth: 240,
                        overflow: 'hidden',
                        textOverflow: 'ellipsis',
                        whiteSpace: 'nowrap',
                        ...(name === column ? PHONE : {}),
                      }}
                    >
                      {row[preview.columns.indexOf(name)]}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
        <Typography
          variant="body2"
          color="textSecondary"
          sx={(theme) => ({ px: 4, py: 3, borderTop: `1px solid ${theme.vars?.palette.divider}` })}
        >
          {t('fromFile.previewOf', {
            rows: rows(preview.rowCount),
            columns: t('fromFile.columns', { count: preview.columns.length }),
          })}
        </Typography>
      </Section>
      <ActionBar>
        <Button variant="contained" disabled={column === ''} onClick={goOn}>
          {t('fromFile.toMessage')}
        </Button>
      </ActionBar>
    </>
  );
}

const DASHES = '—';
const PHONE = { backgroundColor: 'surface.accent', fontWeight: 550 } as const;

/** The browser's own question when a tab is closed in the middle of something. */
function useWarningWhile(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}

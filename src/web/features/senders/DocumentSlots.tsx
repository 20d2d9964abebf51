import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import EmptyIcon from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentKind } from '../../../contract/shared/sender-names.ts';
import {
  DOCUMENT_BYTES,
  DOCUMENT_TYPES,
  senderDocuments,
} from '../../../contract/api/sender-documents.ts';
import { messageOf, upload } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useFileAddress } from './DocumentView.tsx';
import { PlainList, Rows } from '../../ui/page/layout.tsx';

export const ACCEPT = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg';

export type Slot = {
  file: File;
  sent: number;
  uploadId?: string;
  error?: string;
  stop: AbortController;
};
export type Slots = Partial<Record<DocumentKind, Slot>>;

/** The id of the button that chooses or removes a document. */
export const slotId = (kind: DocumentKind) => `document-${kind}`;

/** The documents of a request as they are chosen, uploaded and seen. */
export function useDocumentSlots() {
  const { t } = useTranslation();
  const [slots, setSlots] = useState<Slots>({});
  const [refused, setRefused] = useState<string[]>([]);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const stop of current) stop.abort();
    };
  }, []);
  const change = (kind: DocumentKind, stop: AbortController, next: Partial<Slot>) =>
    setSlots((now) =>
      now[kind]?.stop === stop ? { ...now, [kind]: { ...now[kind], ...next } } : now,
    );

  function put(kind: DocumentKind, file: File) {
    slots[kind]?.stop.abort();
    const stop = new AbortController();
    running.current.add(stop);
    setSlots((now) => ({ ...now, [kind]: { file, sent: 0, stop } }));
    upload(senderDocuments.upload, {}, file, {
      signal: stop.signal,
      progress: (sent, total) => change(kind, stop, { sent: sent / total }),
    })
      .then(
        ({ uploadId }) => change(kind, stop, { uploadId, sent: 1 }),
        (failure: unknown) => {
          if (!stop.signal.aborted) change(kind, stop, { error: messageOf(failure) });
        },
      )
      .finally(() => running.current.delete(stop));
  }
  function remove(kind: DocumentKind) {
    slots[kind]?.stop.abort();
    setSlots((now) => Object.fromEntries(Object.entries(now).filter(([each]) => each !== kind)));
  }
  /** Reports obvious faults before the upload; the server checks the content. */
  const faultOf = (file: File) =>
    file.size > DOCUMENT_BYTES
      ? t('senders.apply.tooLarge', { name: file.name })
      : file.type !== '' && !DOCUMENT_TYPES.some((type) => type === file.type)
        ? t('senders.apply.wrongType', { name: file.name })
        : undefined;
  function choose(kind: DocumentKind, file: File) {
    const fault = faultOf(file);
    setRefused(fault === undefined ? [] : [fault]);
    if (fault === undefined) put(kind, file);
  }
  return { slots, refused, choose, remove };
}

/** The documents of a request, with one slot for each required one. */
export function DocumentSlots({
  needed,
  state,
  missing,
}: {
  needed: readonly DocumentKind[];
  state: ReturnType<typeof useDocumentSlots>;
  missing: readonly DocumentKind[];
}) {
  const { t } = useTranslation();
  return (
    <Rows gap={4}>
      <Typography variant="body2" color="textSecondary">
        {t('senders.apply.dropHelp')}
      </Typography>
      {state.refused.length > 0 && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
          {state.refused.map((each) => (
            <div key={each}>{each}</div>
          ))}
        </Box>
      )}
      <PlainList>
        {needed.map((kind) => (
          <SlotField
            key={kind}
            kind={kind}
            slot={state.slots[kind]}
            missing={missing.includes(kind)}
            onFile={(file) => state.choose(kind, file)}
            onRemove={() => state.remove(kind)}
          />
        ))}
      </PlainList>
    </Rows>
  );
}

function SlotField({
  kind,
  slot,
  missing,
  onFile,
  onRemove,
}: {
  kind: DocumentKind;
  slot: Slot | undefined;
  missing: boolean;
  onFile(file: File): void;
  onRemove(): void;
}) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const title = t(`senders.documentKinds.${kind}`);
  const said =
    slot?.error ??
    (missing && slot?.uploadId === undefined
      ? t(slot ? 'senders.apply.stillUploading' : 'senders.apply.missing')
      : undefined);
  return (
    <Box
      component="li"
      aria-label={title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: '56px minmax(0, 1fr) auto',
        gap: 3,
        alignItems: 'center',
        p: 3,
        borderRadius: 'var(--corner)',
        border: `1px solid ${said === undefined ? theme.vars?.palette.divider : theme.vars?.palette.error.main}`,
      })}
    >
      <Thumbnail file={slot?.file} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Typography variant="subtitle2" component="span">
            {title}
          </Typography>
          {slot?.uploadId !== undefined && (
            <DoneIcon
              color="success"
              titleAccess={t('senders.apply.uploaded')}
              sx={{ fontSize: 17 }}
            />
          )}
        </Box>
        <Typography
          variant="body2"
          color="textSecondary"
          noWrap={slot !== undefined}
          {...(slot && { title: slot.file.name })}
        >
          {slot
            ? `${slot.file.name} · ${bytes(slot.file.size)}`
            : t(`senders.documentTexts.${kind}`)}
        </Typography>
        {slot && slot.uploadId === undefined && slot.error === undefined && (
          <LinearProgress
            aria-label={t('senders.apply.uploading', { name: slot.file.name })}
            variant="determinate"
            value={slot.sent * 100}
            sx={{ mt: 1.5 }}
          />
        )}
        {said !== undefined && (
          <Typography variant="body2" color="error" role="alert">
            {said}
          </Typography>
        )}
      </Box>
      {slot ? (
        <Button
          id={slotId(kind)}
          size="small"
          color="inherit"
          aria-label={`${t('senders.apply.remove')}: ${title}`}
          onClick={onRemove}
        >
          {t('senders.apply.remove')}
        </Button>
      ) : (
        <Button
          id={slotId(kind)}
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`${t('senders.apply.choose')}: ${title}`}
          onClick={() => input.current?.click()}
        >
          {t('senders.apply.choose')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={title}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </Box>
  );
}

function Thumbnail({ file }: { file: File | undefined }) {
  const address = useFileAddress(file?.type.startsWith('image/') ? file : undefined);
  const Icon = file ? PdfIcon : EmptyIcon;
  return (
    <Box
      aria-hidden="true"
      sx={(theme) => ({
        width: 56,
        height: 56,
        borderRadius: 'var(--corner-small)',
        overflow: 'hidden',
        display: 'grid',
        placeItems: 'center',
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      {address === undefined ? (
        <Icon />
      ) : (
        <Box
          component="img"
          src={address}
          alt=""
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      )}
    </Box>
  );
}

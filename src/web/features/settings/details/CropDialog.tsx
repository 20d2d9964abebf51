import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../../contract/api/clients.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { MIDDLE, MOST_ZOOM, moved, squareOf, within, type Crop } from './crop.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { useUntilLeft } from '../../../parts/campaigns/useUntilLeft.ts';

const WINDOW = 280;
const SENT_SIDE = 512;
const STEPS: Readonly<Record<string, { right: number; down: number }>> = {
  ArrowLeft: { right: -10, down: 0 },
  ArrowRight: { right: 10, down: 0 },
  ArrowUp: { right: 0, down: -10 },
  ArrowDown: { right: 0, down: 10 },
};

/** Lets a picture be placed in the circle that it will be seen in. */
export function CropDialog({
  picture,
  onSaved,
  onClose,
}: {
  picture: ImageBitmap;
  onSaved(): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [crop, setCrop] = useState<Crop>(MIDDLE);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const untilLeft = useUntilLeft();
  const held = useRef<{ x: number; y: number } | null>(null);

  function drag(event: PointerEvent) {
    if (held.current === null) return;
    const by = { right: event.clientX - held.current.x, down: event.clientY - held.current.y };
    held.current = { x: event.clientX, y: event.clientY };
    setCrop((now) => moved(picture, now, by, WINDOW));
  }

  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setCrop((now) => moved(picture, now, by, WINDOW));
  }

  async function save() {
    setBusy(true);
    setRefusal(null);
    const signal = untilLeft();
    try {
      await upload(clients.uploadPicture, {}, await squareFile(picture, crop), {
        signal,
        progress: () => undefined,
      });
      toast.success(t('settings.picture.saved'));
      onSaved();
    } catch (failure) {
      if (signal.aborted) return;
      setRefusal(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="crop-title"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="crop-title">{t('settings.picture.crop')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, justifyItems: 'center' }}>
        <Typography id="crop-text" color="textSecondary" sx={{ justifySelf: 'start' }}>
          {t('settings.picture.cropText')}
        </Typography>
        {refusal !== null && (
          <Alert severity="error" sx={{ justifySelf: 'stretch' }}>
            {refusal}
          </Alert>
        )}
        <Box
          role="group"
          tabIndex={0}
          aria-label={t('settings.picture.area')}
          aria-describedby="crop-text"
          onKeyDown={step}
          onPointerDown={(event) => {
            held.current = { x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            held.current = null;
          }}
          onPointerCancel={() => {
            held.current = null;
          }}
          sx={(theme) => ({
            position: 'relative',
            width: WINDOW,
            height: WINDOW,
            maxWidth: '100%',
            borderRadius: 'var(--corner-card)',
            overflow: 'hidden',
            cursor: 'grab',
            touchAction: 'none',
            backgroundColor: theme.vars?.palette.surface.sunken,
            '&:active': { cursor: 'grabbing' },
          })}
        >
          <Cropped picture={picture} crop={crop} />
          <Box
            aria-hidden="true"
            sx={{
              position: 'absolute',
              inset: 0,
              borderRadius: '50%',
              boxShadow: `0 0 0 ${WINDOW}px rgb(10 16 22 / 0.55)`,
              border: '2px solid #FFFFFF',
              pointerEvents: 'none',
            }}
          />
        </Box>
        <Box sx={{ width: WINDOW, maxWidth: '100%' }}>
          <Typography id="crop-zoom" variant="subtitle2" component="p">
            {t('settings.picture.zoom')}
          </Typography>
          <Slider
            aria-labelledby="crop-zoom"
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={crop.zoom}
            onChange={(_event, zoom) =>
              setCrop((now) => within(picture, { ...now, zoom: Number(zoom) }))
            }
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void save()}>
          {t('settings.picture.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A component of its own, because a dialog's contents are there later than the dialog. */
function Cropped({ picture, crop }: { picture: ImageBitmap; crop: Crop }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  return (
    <canvas
      ref={canvas}
      width={SENT_SIDE}
      height={SENT_SIDE}
      style={{ width: '100%', height: '100%', display: 'block' }}
    />
  );
}

function draw(on: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const brush = on.getContext('2d');
  brush?.clearRect(0, 0, SENT_SIDE, SENT_SIDE);
  brush?.drawImage(picture, left, top, side, side, 0, 0, SENT_SIDE, SENT_SIDE);
}

async function squareFile(picture: ImageBitmap, crop: Crop): Promise<File> {
  const square = document.createElement('canvas');
  square.width = square.height = SENT_SIDE;
  draw(square, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => square.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error();
  return new File([blob], 'picture.png', { type: 'image/png' });
}

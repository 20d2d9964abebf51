import Avatar from '@mui/material/Avatar';
import { useEffect, useState } from 'react';
import { auth } from '../../../contract/api/auth.ts';
import { call } from '../../api/call.ts';
import { accessToken } from '../../api/session.ts';

/** A client's profile picture, or the first letters of its name. */
export function ClientAvatar({
  name,
  profileUrl,
  size = 50,
}: {
  name: string;
  profileUrl: string | null;
  size?: number;
}) {
  const [token, setToken] = useState<string>();
  /** The address at which no picture came. */
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (profileUrl === null) return;
    let gone = false;
    async function readToken() {
      // The token of an earlier visit has expired; a call renews it, as a picture cannot.
      if (failed !== undefined) await call(auth.me, {}).catch(() => undefined);
      const present = await accessToken();
      if (!gone) setToken(present);
    }
    void readToken();
    return () => {
      gone = true;
    };
  }, [profileUrl, failed]);
  // A picture has nothing but its address, so the token is part of it.
  const address =
    profileUrl === null || token === undefined
      ? undefined
      : `/v1${profileUrl}?token=${encodeURIComponent(token)}`;
  const isShown = address !== undefined && address !== failed;
  return (
    <Avatar
      alt=""
      aria-hidden="true"
      sx={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        // The ground of the initials would show through a picture.
        ...(isShown && { backgroundColor: 'transparent' }),
      }}
    >
      {isShown ? (
        <img
          src={address}
          alt=""
          width={size}
          height={size}
          style={{ objectFit: 'cover' }}
          onError={() => setFailed(address)}
        />
      ) : (
        initialsOf(name)
      )}
    </Avatar>
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

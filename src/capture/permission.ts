import type { Response } from '../messages/protocol';
import type { Place } from '../sites/site';
import { type Binding, type Bound, samePlace } from './binding';

/** The worker's last word on this tab, and which conversation it was asked about. */
export interface Permission {
  readonly answer: Response<'capture/hello'>;
  readonly threadKeys: readonly string[];
}

export const keysOf = (bound: Bound | undefined): string[] => (bound ? [bound.key, ...bound.formerKeys] : []);

/** Is this the one conversation that is paused? */
export const isHeld = ({ answer, threadKeys }: Permission, keys: readonly string[]): boolean =>
  answer.capture === 'paused' &&
  answer.pause.scope === 'thread' &&
  keys.some((key) => threadKeys.includes(key));

/** May the page be watched, whose turns are thought to be these? `here`: where its address leads now. */
export function mayWatch(
  permission: Permission,
  { binding, place }: { readonly binding: Binding; readonly place: Place },
  here: Place,
): boolean {
  const { answer } = permission;
  if (answer.capture === 'private') return binding.asked === true || binding.bound?.asked === true;
  if (answer.capture !== 'paused') return true;
  if (answer.pause.scope !== 'thread') return false;
  // On the way from a paused conversation to another the page is watched, to see when it has got there.
  const settled = binding.moved === undefined && samePlace(place, here);
  return !settled || !isHeld(permission, keysOf(binding.bound));
}

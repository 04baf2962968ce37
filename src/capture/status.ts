import type { Drift, TabStatus } from '../model/status';
import type { Place, Site } from '../sites/site';
import type { Binding } from './binding';
import type { Delivery } from './deliver';
import { isHeld, keysOf, type Permission } from './permission';

interface Facts {
  readonly site: Site;
  readonly permission: Permission;
  readonly watched: boolean;
  /** Where the address led when the page was last read, and where it leads now. */
  readonly place: Place;
  readonly here: Place;
  readonly binding: Binding;
  readonly delivery: Delivery;
  readonly drift: Drift | undefined;
}

/** What the popup is told of a tab. */
export function statusOf({ site, permission, watched, binding, delivery, drift, ...at }: Facts): TabStatus {
  const { answer } = permission;
  const { bound } = binding;
  const problem = delivery.problem();
  const quiet = !watched || isHeld(permission, keysOf(bound));
  return {
    site: site.id,
    siteName: site.name,
    state: quiet && answer.capture !== 'on' ? answer.capture : stateAt(at.place, binding),
    waiting: delivery.waiting(),
    // A page that is not read has its address only.
    threadKeys: !bound && !watched && at.here.kind === 'thread' ? [at.here.key] : keysOf(bound),
    ...(quiet && answer.capture === 'paused' && { pause: answer.pause }),
    ...((bound?.asked || binding.asked) && { asked: true }),
    ...(problem && { problem }),
    ...(drift && { drift }),
  };
}

function stateAt(place: Place, { bound, asked, seen }: Binding): TabStatus['state'] {
  if (bound || place.kind === 'thread') return 'capturing';
  if (asked) return 'new';
  if (place.kind !== 'new' || !place.untold) return place.kind;
  return seen.size > 0 ? 'unaddressed' : 'untold';
}

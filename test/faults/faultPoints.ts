/** Every labelled point of the service that its database and its messenger lead through. A test compares the list with the source. */
export const faultPoints = [
	'brief.before_store',
	'brief.stored',
	'commit.after',
	'commit.before',
	'delivery.answered',
	'delivery.before_request',
	'delivery.before_sending',
	'delivery.sending_committed',
	'delivery.settled',
	'event.before_store',
	'event.stored',
	'hand.after_post',
	'hand.before_post',
	'intake.before_store',
	'intake.stored',
	'messenger.connected',
	'messenger.written',
	'plan.before_due',
	'reminder.stored',
	'withdrawal.answered',
] as const;

/**
 * Points of what the campaign does not do; `pictureFiles.test.ts`, `photos/killed.test.ts` and `settings/brandOffer.test.ts` of
 * `test/collaboration/` kill there.
 */
export const otherFaultPoints = [
	...(['brand.prepared', 'brand.sent'] as const),
	...(['photo.downloaded', 'photo.imported', 'picture.stored', 'picture.temp_synced'] as const),
] as const;

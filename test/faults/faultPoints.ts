/** Every labelled point of the service. A test compares the list with the source. */
export const faultPoints = [
	'commit.after',
	'commit.before',
	'delivery.answered',
	'delivery.before_request',
	'delivery.before_sending',
	'delivery.sending_committed',
	'delivery.settled',
	'event.before_store',
	'event.stored',
	'messenger.connected',
	'messenger.written',
	'replay.after_post',
	'replay.before_post',
] as const;

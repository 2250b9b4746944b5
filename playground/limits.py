"""Every number Discord refuses beyond, in one table.

Source: Discord's developer documentation (application commands, component reference, message resource,
interaction callbacks); 30046 has no documented figure, the one here is what bots in the field observe.
"""

from __future__ import annotations

from typing import Final

# Interactions, in seconds
FIRST_ANSWER: Final = 3.0
TOKEN_LIFE: Final = 15 * 60.0

# Application commands
COMMANDS: Final = 100
COMMAND_OPTIONS: Final = 25
CHOICES: Final = 25
AUTOCOMPLETE: Final = 25
NAME: Final = 32
DESCRIPTION: Final = 100
CHOICE_NAME: Final = 100
CHOICE_VALUE: Final = 100
COMMAND_CHARACTERS: Final = 8000
OPTION_STRING: Final = 6000

# Messages
CONTENT: Final = 2000
V2_TEXT: Final = 4000
NONCE: Final = 25
NONCE_SECONDS: Final = 5 * 60.0
FILES: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
ALT_TEXT: Final = 1024
EMBEDS: Final = 10
EMBED_TEXT: Final = 6000
HISTORY: Final = 100
MENTION_LIST: Final = 100
LINK_SECONDS: Final = 24 * 3600.0
OLD_EDIT_AGE: Final = 3600.0
OLD_EDITS: Final = 3
OLD_EDIT_SECONDS: Final = 20.0

# Components
ROWS: Final = 5
ROW_BUTTONS: Final = 5
V2_COMPONENTS: Final = 40
CUSTOM_ID: Final = 100
BUTTON_LABEL: Final = 80
SELECT_OPTIONS: Final = 25
PLACEHOLDER: Final = 150
OPTION_TEXT: Final = 100
GALLERY: Final = 10
SECTION_TEXTS: Final = 3
MODAL_TITLE: Final = 45
MODAL_ROWS: Final = 5
INPUT_LABEL: Final = 45
INPUT_PLACEHOLDER: Final = 100
INPUT_VALUE: Final = 4000

# Channels
CHANNEL_NAME: Final = 100

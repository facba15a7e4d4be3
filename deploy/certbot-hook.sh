#!/bin/sh
# /etc/letsencrypt/renewal-hooks/deploy/openmall: gives openmall what certbot has renewed.
# The key is root's alone where certbot keeps it; openmall reads a copy, and both again at a reload.
set -eu
install -m 0640 -o root -g openmall "$RENEWED_LINEAGE/fullchain.pem" /etc/openmall/fullchain.pem
install -m 0640 -o root -g openmall "$RENEWED_LINEAGE/privkey.pem" /etc/openmall/privkey.pem
systemctl reload openmall

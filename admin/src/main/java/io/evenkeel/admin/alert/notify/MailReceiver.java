// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertReceiver.Security;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.Date;
import java.util.Properties;

/**
 * Sends mail over SMTP. The server must prove its name where the connection is encrypted. Its answers may take the
 * settings' time each, {@value #TRY_MS} ms and {@value #MOST_OCTETS} octets in all.
 */
final class MailReceiver implements Delivery {

    private static final int TRY_MS = 120_000;
    private static final int MOST_OCTETS = 262_144;

    private final AlertReceiver.Mail settings;

    MailReceiver(AlertReceiver.Mail settings) {
        this.settings = settings;
    }

    @Override
    @SuppressWarnings("JavaUtilDate") // the library of mail wants one
    public void send(Message message) throws DeliveryException {
        try {
            Session session = Session.getInstance(properties());
            MimeMessage mail = new MimeMessage(session);
            mail.setFrom(new InternetAddress(settings.from()));
            for (String each : settings.to()) {
                mail.addRecipient(jakarta.mail.Message.RecipientType.TO, new InternetAddress(each));
            }
            mail.setSubject(message.subject(), "UTF-8");
            mail.setText(message.text(), "UTF-8");
            mail.setSentDate(new Date());
            mail.setHeader("Auto-Submitted", "auto-generated");
            mail.setHeader("X-Evenkeel-Rule", message.rule());
            try (Transport transport = session.getTransport("smtp")) {
                transport.connect(
                        settings.server().host(), settings.server().port(), settings.user(), settings.password());
                transport.sendMessage(mail, mail.getAllRecipients());
            }
        } catch (MessagingException e) {
            throw new DeliveryException(settings.server() + ": " + reason(e), true, e);
        }
    }

    private static String reason(MessagingException thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String words = root.getMessage() == null ? root.toString() : root.getMessage();
        return words.strip().replaceAll("\\s+", " ");
    }

    private Properties properties() throws DeliveryException {
        String time = Long.toString(settings.timeout().toMillis());
        Properties properties = new Properties();
        properties.put("mail.smtp.connectiontimeout", time);
        properties.put("mail.smtp.timeout", time);
        properties.put("mail.smtp.writetimeout", time);
        properties.put("mail.smtp.auth", Boolean.toString(settings.user() != null));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.quitwait", "false");
        properties.put("mail.smtp.socketFactory", new ShortSockets(TRY_MS, MOST_OCTETS));
        properties.put("mail.smtp.socketFactory.fallback", "false");
        if (settings.security() != Security.NONE) {
            boolean first = settings.security() == Security.TLS;
            properties.put("mail.smtp.ssl.enable", Boolean.toString(first));
            properties.put("mail.smtp.starttls.enable", Boolean.toString(!first));
            properties.put("mail.smtp.starttls.required", Boolean.toString(!first));
            if (settings.ca() != null) {
                properties.put(
                        "mail.smtp.ssl.socketFactory", Trusted.by(settings.ca()).getSocketFactory());
            }
        }
        return properties;
    }
}
